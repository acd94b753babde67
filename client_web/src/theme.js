// A classic script in the head: sets the theme that was chosen here before the first paint.
// It may not be a module, since modules run later. Reads what preferences.js writes.
(function () {
  try {
    var site = location.pathname.replace(/[^/]*$/, "");
    var theme = JSON.parse(localStorage.getItem("demineur:" + site + ":preferences") || "{}").theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (error) {
    // Without storage the system's theme it is.
  }
})();
