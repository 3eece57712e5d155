/** Returns whether a URL leads to this machine, by its host alone. */
export function isLoopback(url: string): boolean {
  return /^\w+:\/\/(?:[^/?#]*@)?(localhost|127(\.\d+){3}|\[::1\])(:\d*)?([/?#]|$)/i.test(url);
}
