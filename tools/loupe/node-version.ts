/** The Node that the program needs, looked at before anything of it is loaded. */

/** Returns the sentence on a Node that is too old; undefined for one that is not. */
export function oldNode(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Loupe needs Node 20.19 or newer; this is ${version}.`;
}
