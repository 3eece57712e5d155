/** Seconds between blocks that are sealed by themselves, at most: a day. */
export const MAX_INTERVAL = 86_400;
