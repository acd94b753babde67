// @ts-check
// Style sheets of views that a first visit does not need: they come with the view.

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Fulfilled when the sheet is in force; asked for again after a failure.
 * @param {string} name a file of `style/`, without its ending
 * @returns {Promise<void>}
 */
export function sheet(name) {
  let coming = sheets.get(name);
  if (coming === undefined) {
    coming = fetched(name);
    sheets.set(name, coming);
    coming.catch(() => sheets.delete(name));
  }
  return coming;
}

/** @param {string} name @returns {Promise<void>} */
function fetched(name) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../style/${name}.css`, import.meta.url).href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`no style ${name}`));
    };
    // Before the sheet for paper, which has the last word.
    document.head.insertBefore(link, document.querySelector('link[href$="print.css"]'));
  });
}
