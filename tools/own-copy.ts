import type { Plugin } from 'vite';

/**
 * Returns a plugin that gives the modules that `importers` matches a copy of the package to themselves. A package in
 * one file goes whole to where it is first needed: with a copy, that is only what these modules use of it.
 */
export function ownCopy(packageName: string, importers: RegExp): Plugin {
  return {
    name: `own-copy-of-${packageName}`,
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== packageName || importer === undefined || !importers.test(importer)) return null;
      const shared = await this.resolve(source, importer, { ...options, skipSelf: true });
      return shared && { ...shared, id: `${shared.id}?own` };
    },
  };
}
