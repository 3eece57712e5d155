/** Header that a host of the reader's own answers with, and that of the deployment where its configuration names no other. */
export const DEFAULT_TOKEN_HEADER = 'x-refreshed-token';
