/** The largest file of build output that is read, bytes. */
export const MAX_BUILD_OUTPUT_BYTES = 256 << 20;
