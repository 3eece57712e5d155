/** One file of a contract's sources in the editor, and which of them are edited. */
import { useState } from 'react';
import { contractStart, withConsoleLine } from '../../../../core/source/edited/insert-console-log';
import { harmlessText } from '../../../../core/text/harmless';
import type { ContractSource } from '../../../../workers/contracts/contracts.api';
import type { SourceEdit } from '../../../../workers/contracts/edit-source.api';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { FormField } from '../../../ui/form/FormField';
import { lazyPart } from '../../../ui/lazy-part';
import { NativeSelect } from '../../../ui/NativeSelect';
import { Spinner } from '../../../ui/Spinner';
import { toast } from '../../../ui/toast';
import { useLoaded } from '../../../use-loaded';
import { useContractsApi } from '../../../wiring';

const CodeEditor = lazyPart(async () => (await import('../../source/CodeEditor')).CodeEditor);

type Props = {
  source: ContractSource;
  texts: SourceEdit['texts'];
  onTexts: (texts: SourceEdit['texts']) => void;
};

export function FileEditor({ source: { networkId, address, contract, file: first, files }, texts, onTexts }: Props) {
  const api = useContractsApi();
  const [file, setFile] = useState(first);
  /** Grows when the file begins anew with what it was. */
  const [round, setRound] = useState(0);
  const loaded = useLoaded(`text ${networkId} ${address} ${file}`, async () => ({
    text: await api.sourceText(networkId, address, file),
  }));
  const was = loaded?.text;
  const name = harmlessText(file, 200);
  function write(text: string) {
    const { [file]: _, ...others } = texts;
    onTexts(text === was ? others : { ...others, [file]: text });
  }
  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-end gap-3 border-line border-b p-3">
        <FormField label="File" empty={false}>
          {(control) => (
            <NativeSelect
              {...control}
              value={file}
              options={files.map(({ path }) => ({
                value: path,
                label: `${harmlessText(path, 100)}${path in texts ? ' (edited)' : ''}`,
              }))}
              onChange={setFile}
            />
          )}
        </FormField>
        {file in texts && (
          <Button
            onClick={() => {
              if (was !== undefined) write(was);
              setRound(round + 1);
            }}
          >
            Undo the edits of this file
          </Button>
        )}
      </div>
      <p className="border-line border-b px-3 py-2 text-muted text-s">
        A click on the number of a line, or Alt+L on it, puts a console.log of the values on that line in front of it.
      </p>
      <div className="h-[min(60vh,640px)] min-w-0">
        {loaded === undefined && <Spinner label="Loading the file" />}
        {loaded !== undefined && was === undefined && (
          <EmptyState title="The text of this file is gone">It is no longer kept here. Reload the page.</EmptyState>
        )}
        {was !== undefined && (
          <EditedFile
            key={`${file} ${round}`}
            text={texts[file] ?? was}
            contract={file === first ? contract : undefined}
            name={name}
            onText={write}
          />
        )}
      </div>
    </div>
  );
}

type EditedFileProps = {
  text: string;
  /** The one that is shown first; undefined for the beginning of the file. */
  contract: string | undefined;
  name: string;
  onText: (text: string) => void;
};

/** Begins with the text that it is mounted with: what is typed must not begin the editor anew. */
function EditedFile({ text, contract, name, onText }: EditedFileProps) {
  const [begun] = useState(text);
  const [start] = useState(() => (contract === undefined ? 0 : contractStart(text, contract)));
  return (
    <CodeEditor
      fallback={<Spinner label="Loading the editor" />}
      text={begun}
      start={start}
      language="solidity"
      label={`Text of ${name}`}
      onText={onText}
      onLine={(text, line) => {
        const logged = withConsoleLine(text, line, name.slice(name.lastIndexOf('/') + 1));
        if (logged.ok) return logged.value;
        toast({ text: logged.error });
        return undefined;
      }}
    />
  );
}
