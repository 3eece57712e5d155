/** What a search finds in the rows of the sources: functions and storage slots, each once. */
import type { Compilation } from '../../../core/source/compiled/compilation';
import { functionName, type SourceFunction } from '../../../core/source/compiled/functions';
import type { MergedTree } from '../../../core/source/merged-tree';
import type { InsideRows, InsideWords } from '../../../core/source/search-rows';
import type { SourceTree } from '../../../core/source/source-tree';
import { RowKind } from '../../../core/trace/rows';
import type { SourceTrace } from './source-trace';

/** Slots whose paths are worked out for a search; further ones are found by their opcode only. */
const MAX_SLOTS = 20_000;

const OPCODES = ['sload', 'sstore', 'tload', 'tstore'];

/** Functions come first, then the opcodes of accesses, then each slot once per opcode and function. */
export function insideRows(source: SourceTrace, tree: MergedTree): InsideRows {
  const { functions, kind, subject } = source.tree;
  const { accesses } = source.replayed.replay;
  const slots = new Map<number, number>();
  /** For each number of a slot, a row that accesses it. */
  const examples: number[] = [];
  const bare = functions.length;
  let words: readonly InsideWords[] | undefined;
  return {
    tree,
    classOf(index) {
      if (kind[index] === RowKind.internal) return subject[index];
      const { slot, transient, write } = accesses.at(subject[index]);
      const opcode = (transient ? 2 : 0) + (write ? 1 : 0);
      // One slot may be accessed in several files.
      const key = (slot * OPCODES.length + opcode) * (functions.length + 1) + callerOf(source.tree, index) + 1;
      let number = slots.get(key);
      if (number === undefined) {
        if (examples.length === MAX_SLOTS) return bare + opcode;
        number = examples.push(index) - 1;
        slots.set(key, number);
      }
      return bare + OPCODES.length + number;
    },
    words() {
      words ??= [
        ...functions.map(({ compilation, entry }) => ({
          opcode: 'jump',
          name: functionName(entry).toLowerCase(),
          contract: contractName(compilation, entry.contract),
          file: fileName(compilation, entry),
        })),
        ...OPCODES.map((opcode) => ({ opcode, name: '', contract: '', file: '' })),
        ...examples.map((index) => slotWords(source, index)),
      ];
      return words;
    },
  };
}

function slotWords(source: SourceTrace, index: number): InsideWords {
  const { tree, replayed } = source;
  const { transient, write } = replayed.replay.accesses.at(tree.subject[index]);
  const caller = callerOf(tree, index);
  const { compilation, entry } = caller < 0 ? {} : tree.functions[caller];
  return {
    opcode: OPCODES[(transient ? 2 : 0) + (write ? 1 : 0)],
    name: source.accessName(index).toLowerCase(),
    contract: '',
    file: compilation && entry ? fileName(compilation, entry) : '',
  };
}

/** The function an access is made in, -1 where it is none that is known. */
function callerOf({ parent, kind, subject }: SourceTree, index: number): number {
  const above = parent[index];
  return above >= 0 && kind[above] === RowKind.internal ? subject[above] : -1;
}

function fileName({ files }: Compilation, { range }: SourceFunction): string {
  return files.get(range.file)?.path.toLowerCase() ?? '';
}

function contractName({ declarations }: Compilation, id: number): string {
  const name = declarations.get(id)?.name;
  return typeof name === 'string' ? name.toLowerCase() : '';
}
