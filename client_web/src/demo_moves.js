// @ts-check
// A whole race on a Beginner board of the project's generator, for the home page to play softly.
// Each step: kind, cell, runs of cells it opens, flag it sets; the first is the opened start.
// Only shown, never judged.

export const DEMO_SIZE = Object.freeze({ columns: 9, rows: 9, mines: 10, start: 9 });

/** @type {readonly [string, number, [number, string][], boolean | null][]} */
export const DEMO_STEPS = [
  ["open", 9, [[0, "00001"], [9, "00112"], [18, "001"], [27, "112"]], null],
  ["flag", 21, [], true],
  ["chord", 12, [[22, "2"]], null],
  ["chord", 20, [[30, "1"]], null],
  ["chord", 30, [[31, "1"], [38, "211"]], null],
  ["chord", 31, [[23, "1211"], [32, "0000"], [41, "0000"], [49, "20111"], [58, "201"], [65, "3110111"], [74, "1000000"]], null],
  ["flag", 14, [], true],
  ["chord", 4, [[5, "1"]], null],
  ["chord", 5, [[6, "2"], [15, "2"]], null],
  ["flag", 16, [], true],
  ["chord", 6, [[7, "1"]], null],
  ["chord", 7, [[8, "1"], [17, "1"]], null],
  ["flag", 48, [], true],
  ["chord", 39, [[47, "4"]], null],
  ["flag", 37, [], true],
  ["chord", 27, [[36, "2"]], null],
  ["chord", 38, [[46, "3"]], null],
  ["flag", 45, [], true],
  ["flag", 57, [], true],
  ["chord", 66, [[56, "3"]], null],
  ["flag", 55, [], true],
  ["chord", 46, [[54, "2"]], null],
  ["chord", 54, [[63, "22"]], null],
  ["flag", 73, [], true],
  ["chord", 63, [[72, "1"]], null],
  ["flag", 61, [], true],
  ["chord", 52, [[62, "1"]], null],
];
