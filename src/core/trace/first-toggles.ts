/** What a reader sees who chose nothing: the full trace, and gas beside it. */
export const FIRST_TOGGLES = { full: true, storage: true, events: true, gas: true };
