// A classic script in the head: theme, language and direction before the first paint.
// It may not be a module, since modules run later. Reads what preferences.js writes.
// The language is what was chosen here, else the first of the browser's that the page speaks.
(function () {
  // Codes as in i18n/languages.js; browsers of old say iw and in.
  var SPOKEN = ["en", "fi", "el", "id", "hi", "he"];
  var OLD = { iw: "he", in: "id" };
  var root = document.documentElement;
  var site = "demineur:" + location.pathname.replace(/[^/]*$/, "") + ":";

  function read(key) {
    try {
      return localStorage.getItem(site + key);
    } catch (error) {
      // Without storage it is what system and browser say.
      return null;
    }
  }

  try {
    var theme = JSON.parse(read("preferences") || "{}").theme;
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (error) {
    // What somebody broke is as good as nothing.
  }

  var wanted = [read("language")].concat(navigator.languages || [navigator.language]);
  var language = wanted
    .map(function (tag) {
      var code = String(tag).toLowerCase().split(/[-_]/)[0];
      return OLD[code] || code;
    })
    .filter(function (code) {
      return SPOKEN.indexOf(code) >= 0;
    })[0];
  root.lang = language || "en";
  root.dir = root.lang === "he" ? "rtl" : "ltr";

  // What an installed page is called is said in its language; shell.js changes it.
  var manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "./manifest." + root.lang + ".webmanifest";
  document.head.append(manifest);

  // The catalogue is on its way before the modules are.
  var ahead = document.createElement("link");
  ahead.rel = "preload";
  ahead.as = "fetch";
  ahead.crossOrigin = "anonymous";
  ahead.href = "./src/i18n/" + root.lang + ".json";
  document.head.append(ahead);
})();
