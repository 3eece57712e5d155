/** Documentation above contracts, read from their sources where the build has no trees: solc writes down none of it without a tag. */

import { bytesToString } from 'viem';
import type { Artefact } from './artefact';
import type { Suite } from './suite';

/** Returns the artefacts, those of suites with the comment above their contract. Linear in the sources of the suites. */
export async function withSourceDocumentation(
  artefacts: readonly Artefact[],
  suites: readonly Suite[],
  readSource: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Artefact[]> {
  const ids = new Set(suites.map(({ id }) => id));
  return Promise.all(
    artefacts.map(async (artefact) => {
      const { documentation, file, name, raw } = artefact;
      if (documentation[''] !== undefined || raw.ast !== undefined || !ids.has(artefact.id)) return artefact;
      const source = await readSource(file);
      const text = source && commentAbove(bytesToString(source), name);
      return text === undefined ? artefact : { ...artefact, documentation: { ...documentation, '': text } };
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
