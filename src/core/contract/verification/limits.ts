/** All sources of a verification together, bytes. */
export const MAX_UPLOAD = 30_000_000;
