// @ts-check
// The proof of a finished race's board, in a dialog: what this browser works out by itself (R4).
// Where it cannot, it says so, and how to do it elsewhere.

import { Grid } from "../board/grid.js";
import { createBoardView } from "../board/view.js";
import { h, ltr } from "../dom.js";
import { icon } from "../icons.js";
import { createMemory } from "../preferences.js";
import { browserDigest } from "../proof/layout.js";
import { holds, judge } from "../proof/verdict.js";
import { sealedAs, shortly } from "../sealed.js";
import { boardWords } from "./board_words.js";
import { openDialog, sizeOf } from "./parts.js";

/** @typedef {import("../proof/verdict.js").Verdict} Verdict */

/**
 * Works the proof out and gives what opens its dialog.
 * @param {import("./parts.js").Context} context
 * @param {any} results Results of the wire
 */
export async function proofOf(context, results) {
  const digest = browserDigest();
  const seen = sealedAs(createMemory(context.site), results.race);
  const verdict = digest && (await judge(digest, results, sizeOf(results.settings), seen).catch(() => null));
  return () => openProof(context, results, seen, digest === null ? "far" : verdict);
}

/**
 * @param {import("./parts.js").Context} context
 * @param {any} results
 * @param {string | null} seen
 * @param {Verdict | null | "far"} verdict null: nothing can be made of the key; far: this browser cannot
 */
function openProof(context, results, seen, verdict) {
  const { t } = context;
  const size = sizeOf(results.settings);
  /** @type {ReturnType<typeof createBoardView> | null} */
  let view = null;
  /** @type {(Node | string)[]} */
  let body = [h("p", {}, t("proof.far"))];
  const slot = h("div.board-slot");
  let show = () => {};
  if (verdict !== "far") {
    body = verdict === null ? [headline(context, "bad")] : told(context, verdict, seen);
    const board = verdict?.boards.find((one) => one.player === context.ownId()) ?? verdict?.boards[0];
    if (board) {
      body.push(h("h3", {}, t("proof.board")), slot);
      show = () => {
        const grid = new Grid(size.columns, size.rows, size.mines);
        grid.reveal([...board.mines]);
        view = createBoardView(slot, { columns: size.columns, rows: size.rows, mines: size.mines, t: boardWords(context) });
        slot.style.aspectRatio = `${size.columns} / ${size.rows}`;
        view.setInert(true);
        view.fit();
        view.setAll(grid);
        view.setStart(board.start);
      };
    }
    body.push(h("p.muted", {}, t("proof.more")));
  }
  openDialog(context, {
    title: t("proof.title"),
    kind: "proof",
    body: [...body, h("p", {}, h("code", { dir: "ltr" }, `python -m server verify demineur-${results.race}.json`))],
    foot: [h("a.button", { href: `api/race/${results.race}/replay?download`, download: "" }, icon("download"), h("span", {}, t("replay.download")))],
    onclose: () => view?.destroy(),
  });
  show();
}

/** @param {import("./parts.js").Context} context @param {"good" | "whole" | "bad"} kind */
function headline({ t }, kind) {
  return h("p.proof-verdict", { "data-verdict": kind }, icon(kind === "bad" ? "close" : "shield"), h("strong", {}, t(`proof.${kind}`)));
}

/** @param {import("./parts.js").Context} context @param {Verdict} verdict @param {string | null} seen @returns {(Node | string)[]} */
function told(context, verdict, seen) {
  const { t } = context;
  /** @param {string} name @param {boolean | null} fits @param {(Node | string)[]} [more] */
  const line = (name, fits, more = []) =>
    h("li", { "data-fits": String(fits) }, icon(fits === null ? "help" : fits ? "check" : "close"), h("span", {}, t(fits === false ? `proof.${name}_not` : `proof.${name}`), ...more));
  const other = verdict.seen === false && seen !== null ? [" ", ltr(`${shortly(seen)}…`)] : [];
  return [
    headline(context, holds(verdict) ? (verdict.seen ? "good" : "whole") : "bad"),
    h(
      "ul.proof-lines",
      {},
      line("key", verdict.key),
      verdict.seen === null ? line("unseen", null) : line("seen", verdict.seen, other),
      verdict.start !== null && line("start", verdict.start),
      line("mines", verdict.mines),
    ),
  ];
}
