// @ts-check
// Choosing how a room plays: level cards with their sizes, options folded away.
// Three uses: create a room, play alone (a tap on a level starts), change settings in the lobby.
// The server checks everything again; the bounds here only save a round trip.

import { attribute, h, ltr, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { LEVELS } from "../wire.js";
import { button, openDialog, segments, sizeOf, sizeText, switchRow } from "./parts.js";

const BOUNDS = { columns: [5, 100], rows: [5, 60] };
const FREE_CELLS = 9;

/**
 * The complaint about a custom size, as a key of the catalogue, or null when it can be played.
 * @param {{ columns: number, rows: number, mines: number }} size
 */
export function sizeComplaint({ columns, rows, mines }) {
  const whole = [columns, rows, mines].every(Number.isInteger);
  if (!whole || columns < BOUNDS.columns[0] || columns > BOUNDS.columns[1]) return "setup.wrong_columns";
  if (rows < BOUNDS.rows[0] || rows > BOUNDS.rows[1]) return "setup.wrong_rows";
  if (mines < 1 || mines > columns * rows - FREE_CELLS) return "setup.wrong_mines";
  return null;
}

/**
 * A board in small: its outline to scale, so that sizes can be compared at a glance.
 * @param {{ columns: number, rows: number }} size
 */
function thumbnail({ columns, rows }) {
  const span = Math.sqrt(columns / 80);
  const board = h("span.thumb-board");
  board.style.inlineSize = `${Math.round(16 + 40 * span)}px`;
  board.style.aspectRatio = `${columns} / ${rows}`;
  return h("span.thumb", { "aria-hidden": "true" }, board);
}

/**
 * @param {import("./parts.js").Context} context
 * @param {"create" | "alone" | "change"} mode
 */
export function openSetup(context, mode) {
  const { t, actions } = context;
  const before = mode === "change" ? context.state().room?.settings : { level: context.preferences().level };
  const choice = {
    level: before.level,
    ...sizeOf(before),
    start: before.start ?? "shared",
    guess_free: before.guess_free ?? true,
    mine_hit: before.mine_hit ?? "out",
    auto_start: before.auto_start ?? false,
    time_limit: before.time_limit ?? true,
    seed: before.seed ?? "",
    practice: before.practice ?? false,
    bots: before.bots ?? false,
  };
  if (mode === "alone" && choice.level === "custom") choice.level = "beginner";

  const complaint = h("p.complaint", { role: "alert" });
  const custom = h("div.custom-size", {}, number("columns"), number("rows"), number("mines"));
  const refresh = () => {
    show(custom, choice.level === "custom" && mode !== "alone");
    const key = choice.level === "custom" ? sizeComplaint(choice) : null;
    write(complaint, key === null ? "" : t(key));
    show(complaint, key !== null);
    return key === null;
  };

  function submit() {
    if (!refresh()) return;
    /** @type {Record<string, any>} */
    const settings = {
      level: choice.level,
      start: choice.start,
      guess_free: choice.guess_free,
      mine_hit: choice.mine_hit,
      auto_start: choice.auto_start,
      time_limit: choice.time_limit,
      practice: choice.practice,
      bots: choice.bots,
    };
    if (choice.level === "custom") Object.assign(settings, { columns: choice.columns, rows: choice.rows, mines: choice.mines });
    const seed = choice.seed.replace(/[\s-]/g, "").toUpperCase();
    if (seed !== "") settings.seed = seed;
    dialog.close();
    context.setPreferences({ level: choice.level });
    if (mode === "change") actions.configure(settings);
    else actions.create(settings, mode === "alone");
  }

  /** @param {"columns" | "rows" | "mines"} field */
  function number(field) {
    const id = `setup-${field}`;
    const input = h("input.input.digits", {
      id,
      type: "number",
      inputmode: "numeric",
      min: field === "mines" ? 1 : BOUNDS[field][0],
      max: field === "mines" ? null : BOUNDS[field][1],
      value: choice[field],
      oninput: () => {
        choice[field] = Number(input.value);
        refresh();
      },
    });
    return h("div.field", {}, h("label", { for: id }, t(`setup.${field}`)), input);
  }

  /** @param {string} level @param {{ columns: number, rows: number, mines: number } | null} size */
  function card(level, size) {
    const inside = [
      size ? thumbnail(size) : h("span.thumb", { "aria-hidden": "true" }, icon("sliders")),
      h("span.level-name", {}, t(`level.${level}`)),
      size ? sizeText(context, size) : h("span.size.muted", {}, t("setup.own_size")),
    ];
    if (mode === "alone") {
      return h(
        "button.level-card",
        {
          type: "button",
          "data-level": level,
          onclick: () => {
            choice.level = level;
            submit();
          },
        },
        ...inside,
      );
    }
    return h(
      "label.level-card",
      { "data-level": level },
      h("input", {
        type: "radio",
        name: "level",
        value: level,
        checked: level === choice.level,
        onchange: () => {
          choice.level = level;
          refresh();
        },
      }),
      ...inside,
    );
  }

  const cards = Object.entries(LEVELS).map(([level, size]) => card(level, size));
  if (mode !== "alone") cards.push(card("custom", null));

  const seed = h("input.input.code", {
    id: "setup-seed",
    dir: "ltr",
    maxlength: 24,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    value: choice.seed,
    oninput: () => {
      choice.seed = seed.value;
    },
  });

  const practice = switchRow(t("setup.practice"), t("setup.practice_hint"), choice.practice, (on) => {
    choice.practice = on;
  });
  const options = h(
    "details.fold",
    {},
    h("summary", {}, icon("sliders"), t("setup.options")),
    h(
      "div.stack",
      {},
      segments(
        t("setup.start"),
        [
          { value: "shared", text: t("setup.start_shared") },
          { value: "own", text: t("setup.start_own") },
        ],
        choice.start,
        (value) => {
          choice.start = value;
        },
      ),
      switchRow(t("setup.guess_free"), t("setup.guess_free_hint"), choice.guess_free, (on) => {
        choice.guess_free = on;
      }),
      segments(
        t("setup.mine_hit"),
        [
          { value: "out", text: t("setup.hit_out") },
          { value: "penalty", text: t("setup.hit_penalty") },
        ],
        choice.mine_hit,
        (value) => {
          choice.mine_hit = value;
        },
      ),
      mode !== "alone" &&
        switchRow(t("setup.time_limit"), t("setup.time_limit_hint"), choice.time_limit, (on) => {
          choice.time_limit = on;
        }),
      mode !== "alone" &&
        switchRow(t("setup.auto_start"), t("setup.auto_start_hint"), choice.auto_start, (on) => {
          choice.auto_start = on;
        }),
      mode !== "alone" && practice,
      mode !== "alone" &&
        switchRow(t("setup.bots"), t("setup.bots_hint"), choice.bots, (on) => {
          choice.bots = on;
        }),
      h("div.field", {}, h("label", { for: "setup-seed" }, t("setup.seed")), seed, h("small.muted", {}, t("setup.seed_hint"))),
    ),
  );

  const dialog = openDialog(context, {
    title: t(`setup.title_${mode}`),
    kind: "sheet setup",
    body: [
      mode === "alone" && h("p.muted", {}, t("setup.alone_hint")),
      mode === "alone" && practice,
      h("div.level-cards", mode === "alone" ? {} : { role: "radiogroup", "aria-label": t("setup.level") }, ...cards),
      custom,
      complaint,
      options,
    ].filter((one) => one !== false),
    foot:
      mode === "alone"
        ? undefined
        : [button(t(`setup.submit_${mode}`), submit, { kind: "primary large" })],
  });
  refresh();
  attribute(dialog.element, "data-mode", mode);
  const first = dialog.element.querySelector(mode === "alone" ? `[data-level="${choice.level}"]` : "input:checked");
  if (first instanceof HTMLElement) first.focus();
}

/**
 * The settings of a room in words, for everyone to see.
 * @param {import("./parts.js").Context} context
 * @param {any} settings
 */
export function settingsChips({ t }, settings) {
  const chips = [
    t(settings.start === "own" ? "chip.start_own" : "chip.start_shared"),
    t(settings.guess_free && settings.start === "shared" ? "chip.guess_free" : "chip.guessing"),
    !settings.practice && t(settings.mine_hit === "penalty" ? "chip.penalty" : "chip.out"),
    !settings.time_limit && t("chip.no_limit"),
    settings.auto_start && t("chip.auto_start"),
    settings.practice && t("chip.practice"),
    settings.bots && t("setup.bots"),
    settings.challenge && t("chip.ghosts"),
  ].filter(Boolean);
  const seed = settings.seed ? [h("li.chip", {}, icon("dice"), t("chip.seed"), " ", ltr(settings.seed))] : [];
  return h("ul.chips", {}, ...chips.map((text) => h("li.chip", {}, text)), ...seed);
}
