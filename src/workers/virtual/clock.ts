/** Returns the time of this machine, seconds since the epoch. */
export const clock = () => Math.floor(Date.now() / 1000);
