// @ts-check
// Short beeps by Web Audio and short vibrations; both only when the user wants them.
// No files. A browser lets sound begin after a gesture only, so the context is made late.

/** @type {Record<string, [number, number, number][]>} [frequency Hz, start ms, length ms] */
const TUNES = {
  count: [[440, 0, 90]],
  go: [[880, 0, 220]],
  open: [[520, 0, 30]],
  flag: [[330, 0, 40]],
  hit: [[110, 0, 260], [82, 60, 260]],
  end: [[523, 0, 110], [659, 110, 110], [784, 220, 240]],
  somebody: [[659, 0, 70], [784, 80, 90]],
};

/** @param {() => { sound: boolean, vibration: boolean }} preferences */
export function createSound(preferences) {
  /** @type {AudioContext | null} */
  let context = null;
  return {
    /** @param {string} name */
    play(name) {
      if (!preferences().sound || typeof AudioContext === "undefined") return;
      context ??= new AudioContext();
      if (context.state === "suspended") context.resume().catch(() => {});
      for (const [frequency, start, length] of TUNES[name] ?? []) {
        const from = context.currentTime + start / 1000;
        const oscillator = context.createOscillator();
        const gain = context.createGain();
        oscillator.frequency.value = frequency;
        oscillator.type = "triangle";
        gain.gain.setValueAtTime(0.12, from);
        gain.gain.exponentialRampToValueAtTime(0.001, from + length / 1000);
        oscillator.connect(gain).connect(context.destination);
        oscillator.start(from);
        oscillator.stop(from + length / 1000);
      }
    },
    /** @param {number} ms */
    shake(ms) {
      if (preferences().vibration) navigator.vibrate?.(ms);
    },
  };
}
