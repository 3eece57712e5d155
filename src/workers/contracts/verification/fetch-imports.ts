/** Loads the sources that a verification lacks, and what those import in turn. */

import { readImportGraph, remappingsOf } from '../../../core/contract/verification/import-graph';
import { MAX_FILES, MAX_UPLOAD } from '../../../core/contract/verification/limits';
import { isPackageVersion, packageFileOf } from '../../../core/contract/verification/package-file';
import { sourceHash } from '../../../core/contract/verification/read-upload';
import { messageOf } from '../../../core/values/thrown';
import type { SourceQuestion } from '../../../net/providers/source-hosts';
import type { FetchedImports, ImportRequest, MissingSource } from '../verification.api';

/** Asks a host for a source; undefined where the host does not have it. A failure throws its sentence. */
export type AskSource = (question: SourceQuestion) => Promise<string | undefined>;

/** Requests under way at a time. */
const AT_ONCE = 6;
/** The version that is asked for where none was given. */
const NEWEST = 'latest';

/** Loads sources in rounds: what a source of one round imports and nobody has is asked for in the next round. */
export async function fetchImports(
  { missing, known, versions, remappings }: ImportRequest,
  ask: AskSource,
): Promise<FetchedImports> {
  const found: Record<string, string> = {};
  const problems: { name: string; reason: string }[] = [];
  const asked = new Set<string>();
  const have = new Set(known);
  let characters = 0;
  let round: readonly MissingSource[] = missing;
  while (round.length > 0) {
    const next = new Map<string, MissingSource>();
    for (let from = 0; from < round.length; from += AT_ONCE) {
      const some = round.slice(from, from + AT_ONCE);
      const texts = await Promise.all(some.map((source) => textOf(source, versions, ask)));
      for (const [index, source] of some.entries()) {
        const answer = texts[index];
        asked.add(source.name);
        if (answer === undefined) continue;
        if ('problem' in answer) {
          problems.push({ name: source.name, reason: answer.problem });
          continue;
        }
        characters += answer.text.length;
        if (characters > MAX_UPLOAD || asked.size > MAX_FILES)
          return { found, problems: [...problems, { name: source.name, reason: 'there is too much of it all' }] };
        found[source.name] = answer.text;
        for (const { name, specifier } of importsOf(source.name, answer.text, remappings))
          if (!have.has(name) && !Object.hasOwn(found, name)) next.set(name, { name, specifier });
      }
    }
    round = [...next.values()].filter(({ name }) => !asked.has(name) && !Object.hasOwn(found, name));
  }
  return { found, problems };
}

/** Undefined where nothing says where it could be. */
async function textOf(
  { name, specifier, hash, contentId }: MissingSource,
  versions: Readonly<Record<string, string>>,
  ask: AskSource,
): Promise<{ text: string } | { problem: string } | undefined> {
  // A hash in metadata is of the very text; a package may have another by now.
  const question =
    contentId === undefined ? packageQuestion(name, specifier, versions) : { at: 'ipfs' as const, contentId };
  if (question === undefined) return undefined;
  if (question.at === 'npm' && !isPackageVersion(question.version))
    return { problem: `${question.version.slice(0, 60)} is no version of a package` };
  try {
    const text = await ask(question);
    if (text === undefined)
      return {
        problem: question.at === 'npm' ? `${question.name} ${question.version} has no such file` : 'nobody has it',
      };
    if (hash !== undefined && sourceHash(text) !== hash) return { problem: 'it has another hash than is stated' };
    return { text };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function packageQuestion(
  name: string,
  specifier: string,
  versions: Readonly<Record<string, string>>,
): SourceQuestion | undefined {
  const file = packageFileOf(name) ?? packageFileOf(specifier);
  if (file === undefined) return undefined;
  const given = Object.hasOwn(versions, file.name) ? versions[file.name]?.trim() : undefined;
  return { at: 'npm', name: file.name, version: file.version ?? (given || NEWEST), path: file.path };
}

/** What a source imports, by the names that the compiler asks for. */
function importsOf(name: string, text: string, remappings: string) {
  return readImportGraph({ [name]: text }, name, remappingsOf(remappings)).missing;
}
