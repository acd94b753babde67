// @ts-check
// Composition root of the page: memory, words, state, connection, views and what ties them.
// The only module that knows all of them; a view never sees the connection.

import { createActions } from "./actions.js";
import { createVoice, utterances } from "./announce.js";
import { createAttention } from "./attention.js";
import { createConnection } from "./connection.js";
import { createEcho } from "./echo.js";
import { createSpeech } from "./i18n/languages.js";
import { createIdentity } from "./identity.js";
import { guardLeaving, reloadOnce } from "./leaving.js";
import { createMemory, parsePreferences } from "./preferences.js";
import { createQuickStart } from "./quick.js";
import { addressOf, parseRoute, socketAddress } from "./route.js";
import { createScreens } from "./screens.js";
import { inRunningRace, screenOf } from "./selectors.js";
import { createShell } from "./shell.js";
import { createSound } from "./sound.js";
import { INITIAL, reduce } from "./store.js";
import { confirmDialog } from "./views/parts.js";
import { createWishes } from "./wishes.js";

/** How long the finished board stays before the table comes. */
const LAST_LOOK_MS = 1400;
/** Refused moves that need no words: the board shows why. */
const QUIET_REFUSALS = new Set(["paused", "frozen", "race_over", "already_ended", "not_started", "stale_race", "first_tap_needed", "stuck"]);

const speech = await createSpeech(document.documentElement);
const { t } = speech;

const site = location.pathname.replace(/[^/]*$/, "");
const memory = createMemory(site);
let preferences = parsePreferences(memory.read("preferences"));
/** @type {import("./store.js").State} */
let state = { ...INITIAL, route: parseRoute(location.search) };
/** @type {any} what is told about a room that is being created */
let creating = null;
let watching = false;

const now = () => performance.now();
const name = () => memory.read("name") ?? "";
const known = () => name() !== "" || memory.read("token") !== null;

const identity = createIdentity({ memory, address: () => socketAddress(null, document.baseURI) });
const connection = createConnection({
  address: (room) => socketAddress(room, document.baseURI),
  greeting() {
    const token = memory.read("token") ?? undefined;
    const guest = token ? undefined : t("guest.name", { number: String(100 + Math.floor(Math.random() * 900)) });
    return { token, name: name() || guest, watch: watching };
  },
  onMessage: hear,
  onStatus: lineChanged,
  page: document,
  net: window,
});

const wishes = createWishes();
const quick = createQuickStart({ memory, send: connection.send });
const sound = createSound(() => preferences);
const echo = createEcho({ sound, dispatch, now, memory });
const attention = createAttention(t, now, document);
const actions = createActions({
  state: () => state,
  dispatch,
  send(message) {
    wishes.add(message, state, now());
    return connection.send(message);
  },
  go,
  create(settings, challenge) {
    creating = { settings, challenge };
    if (state.quick) quick.want();
    watching = false;
    connection.enter(null);
  },
  enter(watch) {
    watching = watch;
    dispatch({ type: "entering" });
    enterRoom();
  },
  retry() {
    dispatch({ type: "entering" });
    connection.retryNow();
  },
  remember: (text) => memory.write("name", text === "" ? null : text),
  say: (text, urgent) => voice.say({ text, urgent, kind: "news" }),
  toast: (text) => shell.toast(text),
  play: (tune) => sound.play(tune),
  askBeforeLeaving,
});

/** @type {import("./views/parts.js").Context} */
const context = {
  t,
  actions,
  preferences: () => preferences,
  setPreferences(change) {
    preferences = { ...preferences, ...change };
    memory.write("preferences", JSON.stringify(preferences));
    applyPreferences();
    render();
  },
  async speak(language) {
    const spoken = await speech.change(language).catch(() => null);
    if (spoken === null) shell.toast(t("read.failed_text"));
    if (!spoken) return false;
    memory.write("language", language);
    shell.renew();
    screens.renew();
    render();
    return true;
  },
  words: () => speech.learnAll(),
  openLater: (coming) => screens.openLater(coming),
  withWords: (doing) => speech.learnAll().then(doing).catch(() => shell.toast(t("read.failed_text"))),
  state: () => state,
  now,
  name,
  ownId: () => state.me?.player ?? memory.read("player"),
  identity,
  async read(path) {
    const answer = await fetch(new URL(path, document.baseURI));
    if (answer.ok) return answer.json();
    const said = await answer.json().catch(() => null);
    throw new Error(String(answer.status), { cause: said?.error });
  },
  site,
};

const shell = createShell(context);
const screens = createScreens(context, shell.main, render);
const voice = createVoice(shell.polite, shell.urgent, now);

function applyPreferences() {
  const root = document.documentElement;
  if (preferences.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = preferences.theme;
  if (preferences.digits === "distinct") root.dataset.digits = "distinct";
  else delete root.dataset.digits;
}

function render() {
  shell.update(state);
  attention.update(state, screens.show(screenOf(state, known()), state));
}

/** @param {import("./store.js").Action} action */
function dispatch(action) {
  const before = state;
  state = reduce(state, action);
  if (state === before) return;
  render();
  for (const utterance of utterances(before, state, t)) voice.say(utterance);
  echo(before, state);
  follow(before);
}

/** What follows from a change of the state, outside it. @param {import("./store.js").State} before */
function follow(before) {
  const { room, race, results, refusal, broken } = state;
  if (state.entry !== null && before.entry === null) connection.quit();
  if (results !== null && before.results === null && !state.showingResults) {
    setTimeout(() => {
      if (state.results === results) dispatch({ type: "showResults" });
    }, LAST_LOOK_MS);
  }
  if (refusal !== null && refusal.count !== before.refusal?.count) refused(refusal);
  if (broken !== null && broken.count !== before.broken?.count) shell.toast(t(`aborted.${broken.reason}`));
  if (state.setBack > before.setBack) shell.toast(t("line.set_back"));
  // Who reads about the room meanwhile is called to the board, once a race.
  const begins = race !== null && race.own !== null && race.phase !== "finished" && race.id !== before.race?.id;
  if (begins && room !== null && state.route.name !== "room") go({ name: "room", code: room.code }, true);
  if (state.again && room?.phase === "lobby") {
    if (state.quick) quick.want();
    dispatch({ type: "moveOn" });
    return;
  }
  quick.follow(state);
}

/** @param {{ code: string, re: string }} refusal */
function refused({ code, re }) {
  if (re === "create") {
    creating = null;
    connection.quit();
  }
  if (re === "start" || re === "create") quick.stop();
  if (!QUIET_REFUSALS.has(code)) shell.toast(t(`reject.${code}`));
}

/** @param {any} message */
function hear(message) {
  if (message.t === "welcome") {
    if (message.token) memory.write("token", message.token);
    memory.write("player", message.player);
    if (creating !== null) connection.send({ t: "create", ...creating });
    else if (connection.room === null) enterRoom();
  }
  if (message.t === "created") {
    creating = null;
    quick.made(message.room, state.quick);
    go({ name: "room", code: message.room });
    return;
  }
  if (message.t === "rejected" && message.re === "hello" && creating !== null) {
    creating = null;
    connection.quit();
    shell.toast(t(`reject.${message.code}`));
    return;
  }
  if (message.t === "reaction" && !preferences.reactions) return;
  if (message.t === "rejected") wishes.refused(message.re);
  if (message.t === "snapshot") dispatch({ type: "quick", on: quick.isOne(message.room.code) });
  dispatch({ type: "message", message, at: now() });
  wishes.settle(state, now());
  if (message.t === "snapshot") resend();
}

/** What the line may have swallowed: wishes, and moves that were not counted, with their own numbers. */
function resend() {
  for (const message of wishes.open()) connection.send(message);
  const race = state.race;
  for (const { n, kind, cell } of race?.pending ?? []) {
    connection.send({ t: "move", race: race?.id, n, kind, cell });
  }
}

/** @param {import("./connection.js").Status} status */
function lineChanged(status) {
  // What was asked for may have been lost with the line.
  if (status.status === "waiting") quick.lost();
  if (status.status === "closed" && status.code === 4401) {
    memory.write("token", null);
    if (creating !== null) connection.retryNow();
    else enterRoom();
    return;
  }
  if (status.status === "closed" && status.code === 4411) identity.drop();
  if (status.status === "closed" && status.code === 4426 && reloadOnce()) return;
  dispatch({ type: "line", status });
}

/** @param {import("./route.js").Route} route @param {boolean} [replace] */
function go(route, replace = false) {
  const address = addressOf(route);
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  routeTo(route);
}

/** @param {import("./route.js").Route} route */
function routeTo(route) {
  const code = "code" in route ? route.code : null;
  const same = code !== null && code === state.room?.code;
  if (!same) {
    connection.quit();
    if (code === null) watching = false;
  }
  dispatch({ type: "route", route });
  if (!same && route.name === "room" && known()) enterRoom();
}

/** First for a token, outside: a seat whose token is lost on the way would be nobody's. */
function enterRoom() {
  if (state.route.name === "room") connection.enter(memory.read("token") === null ? null : state.route.code);
}

function frame() {
  screens.tick(now());
  requestAnimationFrame(frame);
}

/** @param {() => void} doing */
function askBeforeLeaving(doing) {
  confirmDialog(context, { title: t("leave.title"), text: t("leave.text"), yes: t("leave.yes"), onyes: doing });
}

guardLeaving({
  racing: () => inRunningRace(state),
  here: () => state.route,
  routeFrom: parseRoute,
  addressOf,
  stays: (route) => "code" in route && route.code === state.room?.code,
  routeTo,
  go,
  ask: askBeforeLeaving,
});

applyPreferences();
render();
if (state.route.name === "room" && known()) enterRoom();
requestAnimationFrame(frame);
