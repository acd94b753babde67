"""G14: the language is the browser's at first, the player's from then on, and never in the way."""

import json

import pytest
from playwright.async_api import Page, expect

from tests.client.catalogues import LANGUAGES, catalogue
from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX, PHONE, PICTURE, Server, held, join, racing, snapshot
from tests.client.test_store import view

pytestmark = pytest.mark.browser
ROOT = "() => [document.documentElement.lang, document.documentElement.dir]"
KEY = "demineur:/:language"


async def speak(page: Page, language: str, field: str = "#language") -> None:
    """By the switch in the bar, or by the one in the settings."""
    await page.locator(field).select_option(language)
    await expect(page.locator("html")).to_have_attribute("lang", language)
    await expect(page.locator(field)).to_be_focused()


@pytest.mark.parametrize(
    ("browser_says", "language"),
    [
        (["en-GB"], "en"),
        (["fi-FI", "en"], "fi"),
        (["el"], "el"),
        (["in-ID"], "id"),
        (["id"], "id"),
        (["hi-IN"], "hi"),
        (["iw"], "he"),
        (["he-IL"], "he"),
        (["fr-FR", "he-IL", "en"], "he"),
        (["fr", "de"], "en"),
        ([], "en"),
    ],
)
async def test_at_first_the_browser_chooses(
    open_page: OpenPage, browser_says: list[str], language: str
) -> None:
    page = await open_page()
    await page.add_init_script(
        f"Object.defineProperty(navigator, 'languages', {{ value: {json.dumps(browser_says)} }});"
    )
    # The script of the head alone: what it sets is there before the first paint.
    await page.reload()
    await page.add_script_tag(url="/src/first_paint.js")
    assert await page.evaluate(ROOT) == [language, "rtl" if language == "he" else "ltr"]


@pytest.mark.parametrize(("stored", "language"), [("hi", "hi"), ("xx", "fi"), ("", "fi")])
async def test_what_was_chosen_here_comes_first(
    open_page: OpenPage, stored: str, language: str
) -> None:
    page = await open_page(locale="fi-FI")
    await page.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, stored])
    await page.add_script_tag(url="/src/first_paint.js")
    assert (await page.evaluate(ROOT))[0] == language


async def test_both_lists_of_languages_are_those_of_the_catalogues(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    names: dict[str, str] = await page.evaluate(
        "async () => (await import('/src/i18n/languages.js')).LANGUAGES"
    )
    assert tuple(names) == LANGUAGES
    for language in LANGUAGES:
        await page.evaluate("([key, value]) => localStorage.setItem(key, value)", [KEY, language])
        await page.add_script_tag(url="/src/first_paint.js")
        assert (await page.evaluate(ROOT))[0] == language
    options = page.locator("#language option")
    await expect(options).to_have_count(len(LANGUAGES))
    assert await options.all_inner_texts() == list(names.values())
    assert [await one.get_attribute("lang") for one in await options.all()] == list(LANGUAGES)


async def test_only_the_language_that_is_spoken_is_loaded_and_once(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, locale="el-GR")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/i18n/")[2]))
    # As soon as nothing else is to do, the words of the other views are fetched, too.
    async with page.expect_response("**/later/el.json"):
        await page.reload()
    await expect(page.locator("#language")).to_have_value("el")
    asked_for = [name for name in asked if name.endswith(".json")]
    assert asked_for == ["el.json", "later/el.json"]
    await speak(page, "id")
    asked_for = [name for name in asked if name.endswith(".json")]
    assert asked_for[2:] == ["id.json", "later/id.json"]


async def test_the_switch_changes_everything_at_once_and_is_remembered(
    open_page: OpenPage,
) -> None:
    page = await open_page(INDEX, files=PICTURE, **PHONE)
    await page.get_by_label("Room code").fill("BCDF")
    await page.get_by_label("Your name").fill("Ada")
    for language in (*LANGUAGES[1:], "en", "he"):
        words = catalogue(language)
        await speak(page, language)
        assert await page.evaluate(ROOT) == [language, "rtl" if language == "he" else "ltr"]
        assert await page.title() == words["app.name"]
        await expect(page.locator("main .button.primary")).to_have_text(words["home.friends"])
        await expect(page.get_by_label(words["home.code"])).to_have_value("BCDF")
        await expect(page.get_by_label(words["home.name"])).to_have_value("Ada")
    await page.reload()
    assert await page.evaluate(ROOT) == ["he", "rtl"]
    await expect(page.locator("main .button.primary")).to_have_text(words["home.friends"])


async def test_the_newest_wish_wins_over_a_slower_one(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    let_go = await held(page, "**/i18n/fi.json")
    async with page.expect_request("**/i18n/fi.json"):
        await page.locator("#language").select_option("fi")
    await speak(page, "el")
    async with page.expect_response("**/i18n/fi.json"):
        let_go()
    await page.evaluate("() => new Promise((done) => setTimeout(done))")
    assert (await page.evaluate(ROOT))[0] == "el"


async def test_r8_a_switch_in_mid_race_keeps_the_race_going(open_page: OpenPage) -> None:
    """Same line, same board, same flags, same zoom; moves go on, and nothing is asked again."""
    page = await open_page(INDEX, files=PICTURE)
    own = {"grid": ".F.......", "n": 1}
    state = racing() | {"own": view(own=own)["own"]}
    server = await Server(page, lambda: [snapshot(view=state)]).start()
    await join(page)
    grid = page.get_by_role("grid")
    await expect(grid).to_be_visible()
    await page.get_by_role("button", name="Flag mode").click()
    await page.get_by_role("button", name="Larger").click()
    size = await page.locator('.race [data-c="4"]').evaluate("(one) => one.offsetWidth")
    told = len(server.told)
    for language in ("he", "hi"):
        words = catalogue(language)
        before = catalogue("en" if language == "he" else "he")
        await page.get_by_role("button", name=before["race.menu"]).click()
        await page.get_by_role("button", name=before["nav.settings"]).click()
        await speak(page, language, "#settings-language")
        await page.get_by_role("button", name=words["action.close"]).click()
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(page.get_by_role("button", name=words["race.flag_mode"])).to_have_attribute(
            "aria-pressed", "true"
        )
        label = words["board.cell"].format(state=words["board.flag"], row=1, column=2)
        await expect(page.locator('.race [data-c="1"]')).to_have_accessible_name(label)
        assert size == await page.locator('.race [data-c="4"]').evaluate("(one) => one.offsetWidth")
    assert len(server.told) == told
    assert len(server.sockets) == 2
    await page.locator('.race [data-c="4"]').click()
    await server.hears("move")
    assert server.told[-1] == {"t": "move", "race": "RACE", "n": 2, "kind": "flag", "cell": 4}


SPEECH = """async ([first, later]) => {
  const { createSpeech } = await import('/src/i18n/languages.js');
  const asked = [];
  const gates = new Map();
  window.fetch = (url) => {
    const [part] = /(later\\/)?\\w+(?=\\.json)/.exec(url.pathname);
    asked.push(part);
    const words = { [part.startsWith('later') ? 'b' : 'a']: part };
    const answer = { ok: true, json: async () => words };
    return new Promise((go) => gates.set(part, () => go(answer)));
  };
  const settle = () => new Promise((done) => setTimeout(done));
  const let_in = async (part) => { gates.get(part)(); await settle(); };
  const root = document.createElement('div');
  root.lang = 'en';
  const making = createSpeech(root);
  await let_in('en');
  const speech = await making;
  const doing = { learn: () => speech.learnAll(), change: () => speech.change('fi') };
  const all = [];
  for (const step of [...first, ...later]) {
    if (doing[step] === undefined) await let_in(step);
    else { all.push(doing[step]()); await settle(); }
  }
  await Promise.all(all);
  return [speech.t('a'), speech.t('b'), asked.join(' ')];
}"""
"""Two parts of a catalogue come in any order, while the language changes."""


@pytest.mark.parametrize(
    ("first", "later", "said"),
    [
        (["learn", "later/en"], ["change", "fi", "later/fi"], "en later/en fi later/fi"),
        (["change", "fi"], ["learn", "later/fi"], "en fi later/fi"),
        (["change", "learn"], ["fi", "later/en", "later/fi"], "en fi later/en later/fi"),
        (["learn", "change"], ["fi", "later/fi", "later/en"], "en later/en fi later/fi"),
        (["learn", "change"], ["later/en", "fi", "later/fi"], "en later/en fi later/fi"),
    ],
)
async def test_later_words_and_a_change_of_language_in_any_order(
    open_page: OpenPage, first: list[str], later: list[str], said: str
) -> None:
    page = await open_page()
    assert await page.evaluate(SPEECH, [first, later]) == ["fi", "later/fi", said]


async def test_a_view_waits_for_its_words_and_asks_again(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await page.route("**/later/en.json", lambda route: route.fulfill(status=204), times=2)
    await page.reload()
    await page.goto(f"{ORIGIN}/?v=rules")
    await expect(page.locator("main h1")).to_have_text(catalogue("en")["rules.title"])


async def test_without_the_catalogue_the_old_language_stays(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await page.route("**/hi.json", lambda route: route.fulfill(status=204))
    await page.locator("#language").select_option("hi")
    await expect(page.locator(".toast")).to_have_text("The server could not be reached.")
    assert (await page.evaluate(ROOT))[0] == "en"
    await expect(page.locator("main .button.primary")).to_have_text("Play with friends")
    await expect(page.locator("#language")).to_have_value("en")


async def test_without_the_catalogue_the_settings_stay_as_they_are(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await page.route("**/hi.json", lambda route: route.fulfill(status=204))
    await page.get_by_role("button", name="Settings").click()
    await page.locator("#settings-language").select_option("hi")
    await expect(page.locator("dialog .toast")).to_have_text("The server could not be reached.")
    await expect(page.locator("#settings-language")).to_have_value("en")
    await expect(page.get_by_role("dialog")).to_have_count(1)
