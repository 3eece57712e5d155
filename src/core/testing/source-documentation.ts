/**
 * Documentation above contracts, read from their sources where the build has no trees: solc writes down none of it
 * without a tag, but that of inherited functions, which configure nothing in forge.
 */

import { bytesToString } from 'viem';
import type { Artefact } from './artefact';
import type { Suite } from './suite';

/** Returns the artefacts, those of suites with the comment above their contract, and without any where their file configures nothing. Linear in the sources of the suites. */
export async function withSourceDocumentation(
  artefacts: readonly Artefact[],
  suites: readonly Suite[],
  readSource: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Artefact[]> {
  const ids = new Set(suites.map(({ id }) => id));
  return Promise.all(
    artefacts.map(async (artefact) => {
      const { documentation, file, name, raw } = artefact;
      const source = raw.ast === undefined && ids.has(artefact.id) ? await readSource(file) : undefined;
      if (source === undefined) return artefact;
      const text = bytesToString(source);
      if (!text.includes('forge-config')) return { ...artefact, documentation: {} };
      const above = commentAbove(text, name);
      return above === undefined ? artefact : { ...artefact, documentation: { ...documentation, '': above } };
    }),
  );
}

/** The documentation that stands right before the contract's declaration. */
function commentAbove(source: string, name: string): string | undefined {
  const declared = new RegExp(
    `((?:^[ \\t]*///[^\\n]*\\n)+|^[ \\t]*/\\*\\*(?:(?!\\*/)[^])*\\*/\\s*)\\s*(?:abstract\\s+)?contract\\s+${name.replaceAll('$', '\\$')}\\b`,
    'm',
  );
  return declared.exec(source)?.[1];
}
