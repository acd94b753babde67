// @ts-check
// One replay on the page: boards, lanes and controls around one position in time.
// Everything is drawn from that position, so forwards, backwards and jumps are the same.

import { formatClock } from "../clock.js";
import { attribute, h, show } from "../dom.js";
import { icon } from "../icons.js";
import { Playback } from "../replay/playback.js";
import { createTimeline } from "../replay/timeline.js";
import { button, link } from "./parts.js";
import { createReplayBoards, fitTogether } from "./replay_boards.js";
import { createReplayControls } from "./replay_controls.js";
import { createReplayLanes } from "./replay_lanes.js";
import { headlineFor } from "./results.js";

/**
 * @typedef {object} Position what a link or another language hands on
 * @property {number} at race time, ms
 * @property {number} speed
 * @property {string | null} chosen whose board; null for all, or whoever suits
 * @property {boolean} revealed
 * @property {boolean} playing
 */

/**
 * @param {import("./parts.js").Context} context
 * @param {any} document a replay of the server
 * @param {MediaQueryList} wide room for boards side by side
 * @param {Position} from
 */
export function createDeck(context, document, wide, from) {
  const { t, actions } = context;
  const timeline = createTimeline(document);
  const { tracks } = timeline;
  const playback = new Playback(timeline.lengthMs, from);
  const boards = createReplayBoards(context, timeline);
  const lanes = createReplayLanes(context, choose);
  const all = button(t("replay.all"), () => choose(null), { kind: "quiet replay-all", icon: "users" });
  const tools = h(
    "div.zoom",
    { role: "group", "aria-label": t("race.zoom") },
    button(t("race.zoom_out"), () => boards.zoom(-1), { kind: "quiet", icon: "minus", iconOnly: true }),
    button(t("race.zoom_fit"), () => boards.fit(), { kind: "quiet", icon: "fit", iconOnly: true }),
    button(t("race.zoom_in"), () => boards.zoom(1), { kind: "quiet", icon: "plus", iconOnly: true }),
  );
  const doing = {
    wish,
    /** @param {number} at */
    seek(at) {
      playback.seek(at);
      draw();
    },
    /** @param {number} speed */
    setSpeed(speed) {
      playback.speed = speed;
      draw();
    },
    toggleMines() {
      revealed = !revealed;
      draw();
    },
  };
  const controls = createReplayControls(context, timeline, playback, doing, [all, tools]);
  const end = h("p.replay-end", { role: "status" });
  const stage = h("div.replay-stage", {}, end, boards.element);
  const body = h("div.replay-body", {}, lanes.element, stage);

  let revealed = from.revealed;
  /** Whose board was asked for. */
  let chosen = tracks.some((track) => track.player === from.chosen) ? from.chosen : null;
  /** Whose board is seen alone. @type {string | null} */
  let alone = null;
  let wasOver = false;

  /** Boards for the page as it is now. */
  function arrange() {
    const together = fitTogether(timeline) && wide.matches;
    const me = context.ownId();
    const usual = tracks.find((track) => track.player === me) ?? tracks[0];
    alone = chosen ?? (together ? null : usual.player);
    show(all, together && alone !== null);
    attribute(body, "data-together", alone === null && "true");
    boards.choose(alone);
    draw();
  }

  /** @param {string | null} player */
  function choose(player) {
    // The lane of the board that is seen alone brings all of them back, where they have room.
    chosen = player === alone ? null : player;
    arrange();
  }

  function draw() {
    const { at, isOver } = playback;
    boards.draw(at, revealed || isOver, playback.playing);
    lanes.update(timeline.standings(at), alone, isOver);
    controls.update(revealed);
    if (isOver !== wasOver) {
      wasOver = isOver;
      end.replaceChildren(...(isOver ? headlineFor(context, { rows: document.players }, null) : []));
    }
  }

  /** Ends that happened on the way are said aloud, jumps are not. @param {number} before */
  function tell(before) {
    for (const { at, kind, track } of timeline.marks) {
      if (track === null || at <= before || at > playback.at) continue;
      const time = t.ltr(formatClock(at, 1, t.decimal));
      if (kind !== "hit" || track.outcome === "out") actions.say(t(`say.ended_${track.outcome}`, { name: t.who(track.name || t("results.deleted")), time }), false);
    }
  }

  /** @param {import("../replay/keys.js").Wish} wish */
  function wish(wish) {
    const track = tracks.find((one) => one.player === alone) ?? null;
    switch (wish.verb) {
      case "toggle":
        if (playback.playing) playback.pause();
        else playback.play();
        break;
      case "move":
        playback.seek(playback.at + wish.ms);
        break;
      case "start":
      case "end":
        playback.seek(wish.verb === "start" ? 0 : timeline.lengthMs);
        break;
      case "back":
      case "on":
        // A step is looked at: what plays would run away from it.
        playback.pause();
        playback.seek(wish.verb === "on" ? timeline.after(playback.at, track) : timeline.before(playback.at, track));
        break;
      default:
        playback.faster(wish.verb === "faster" ? 1 : -1);
    }
    draw();
  }

  return {
    parts: [body, controls.element],
    /** The page has it now. @param {HTMLElement} page */
    begin(page) {
      if (from.playing && !playback.isOver) playback.play();
      arrange();
      if (!page.contains(globalThis.document.activeElement)) controls.play.focus({ preventScroll: true });
    },
    arrange,
    wish,
    /** @param {number} now */
    tick(now) {
      const before = playback.at;
      if (!playback.tick(now)) return;
      draw();
      tell(before);
    },
    /** @returns {Position} */
    state: () => ({ at: playback.at, speed: playback.speed, chosen, revealed, playing: playback.playing }),
    destroy: () => boards.destroy(),
  };
}
