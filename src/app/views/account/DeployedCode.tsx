/** The code at an address: its bytes or its instructions, and what it says of its compiler. */
import { useMemo, useState } from 'react';
import { hexToBytes } from '../../../core/chain/hex';
import type { Hex } from '../../../core/chain/primitives';
import { disassemble } from '../../../core/contract/disassemble';
import { type CodeFacts, evmVersionText, readCodeFacts } from '../../../core/contract/verification/code-facts';
import { countOf } from '../../../core/format/plural';
import { CopyButton } from '../../ui/CopyButton';
import { Segmented } from '../../ui/Segmented';
import { CodeView } from '../source/CodeView';

const EDITORS = [
  { value: 'hex', label: 'Hex' },
  { value: 'instructions', label: 'Instructions' },
] as const;

export function DeployedCode({ code }: { code: Hex }) {
  const [editor, setEditor] = useState<'hex' | 'instructions'>('hex');
  const bytes = useMemo(() => hexToBytes(code), [code]);
  const facts = useMemo(() => readCodeFacts(bytes), [bytes]);
  const text = useMemo(() => (editor === 'hex' ? code : disassemble(bytes)), [editor, code, bytes]);
  return (
    <section aria-label="Deployed Bytecode" className="flex h-[min(70vh,760px)] flex-col">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1 text-muted">
        <Segmented label="Shown as" size="s" value={editor} segments={EDITORS} onChange={setEditor} />
        <span>{wordsOf(facts)}</span>
        <span className="ml-auto">
          <CopyButton text={text} what={editor === 'hex' ? 'bytecode' : 'instructions'} />
        </span>
      </div>
      <div className="min-h-0 flex-1">
        <CodeView text={text} language="text" label="Deployed Bytecode" wrap={editor === 'hex'} />
      </div>
    </section>
  );
}

/** `2,312 bytes · says it was compiled with solc 0.8.30 · EVM version cancun or later · metadata ipfs 1220…` */
function wordsOf(facts: CodeFacts): string {
  const { length, language, compilerVersion, metadata } = facts;
  const evmVersion = evmVersionText(facts);
  const compiler = language === 'Vyper' ? 'vyper' : 'solc';
  return [
    countOf(length, 'byte'),
    compilerVersion === undefined ? undefined : `says it was compiled with ${compiler} ${compilerVersion}`,
    evmVersion && `EVM version ${evmVersion}`,
    metadata === undefined ? undefined : `metadata ${metadata.kind} ${metadata.hash}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
