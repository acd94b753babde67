// @ts-check
// Nobody loses a running race by the browser's own ways out: back, closing the tab.
// The page's own links ask before they leave; see actions.js.

/**
 * @param {object} around
 * @param {() => boolean} around.racing whether leaving would cost the race
 * @param {() => import("./route.js").Route} around.here
 * @param {(search: string) => import("./route.js").Route} around.routeFrom
 * @param {(route: import("./route.js").Route) => string} around.addressOf
 * @param {(route: import("./route.js").Route) => boolean} around.stays whether a route is the room of the race
 * @param {(route: import("./route.js").Route) => void} around.routeTo the address is there already
 * @param {(route: import("./route.js").Route) => void} around.go
 * @param {(doing: () => void) => void} around.ask
 */
export function guardLeaving({ racing, here, routeFrom, addressOf, stays, routeTo, go, ask }) {
  addEventListener("popstate", () => {
    const route = routeFrom(location.search);
    if (!racing() || stays(route)) {
      routeTo(route);
      return;
    }
    // The way back was taken already: undo it, ask, and then go.
    history.pushState(null, "", addressOf(here()));
    ask(() => go(route));
  });
  addEventListener("beforeunload", (event) => {
    if (racing()) event.preventDefault();
  });
}

/** Loads the page anew, but not again and again. @returns {boolean} whether it does */
export function reloadOnce() {
  try {
    if (sessionStorage.getItem("reloaded") !== null) return false;
    sessionStorage.setItem("reloaded", "yes");
  } catch {
    return false;
  }
  location.reload();
  return true;
}
