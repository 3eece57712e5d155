/** Sources, or an ABI, are handed in. */
import { useState } from 'react';
import { hasAnySource, type UploadMethod } from '../../../core/contract/verification/draft';
import { MAX_UPLOAD } from '../../../core/contract/verification/limits';
import { formatBytes } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import { stoppedFailure } from '../../stopped-failure';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import type { Picked } from '../../ui/dropped-files';
import { FileDrop } from '../../ui/FileDrop';
import { draftFields } from '../../ui/form/draft-fields';
import { RadioGroup, type RadioOption } from '../../ui/RadioGroup';
import { Spinner } from '../../ui/Spinner';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { useLatest } from '../../ui/use-latest';
import { useContractsApi } from '../../wiring';
import { DEPENDENCY_SOURCES, readPicked } from './read-picked';
import { StepFrame } from './StepFrame';
import { METHOD_TEXT } from './steps';
import type { Verification } from './use-verification';

const OPTIONS: readonly RadioOption<UploadMethod>[] = [
  {
    value: 'directory',
    label: METHOD_TEXT.directory,
    note: 'A Hardhat, Foundry or any other folder with .sol files, or a zip of one.',
  },
  { value: 'files', label: METHOD_TEXT.files, note: 'One or more .sol files.' },
  { value: 'paste', label: METHOD_TEXT.paste, note: 'A single or flattened file.' },
  { value: 'json', label: METHOD_TEXT.json, note: 'Standard JSON input, metadata JSON, or build info.' },
];
const ABI_OPTION: RadioOption<UploadMethod> = {
  value: 'abi',
  label: METHOD_TEXT.abi,
  note: 'Private only: read and simulate, write stays disabled.',
};

export function UploadStep({ verification }: { verification: Verification }) {
  const { snapshot, send } = verification;
  const { draft, hasPrivate } = snapshot.context;
  const { method } = draft;
  const isKeeping = snapshot.matches('keepingAbi');
  const options = hasPrivate && draft.visibility !== 'public' ? [...OPTIONS, ABI_OPTION] : OPTIONS;
  return (
    <StepFrame
      title="What do you have of the contract?"
      footer={
        method === 'abi' ? (
          <Button
            variant="primary"
            className="ml-auto"
            disabled={draft.abi.text.trim() === '' || isKeeping}
            onClick={() => send({ type: 'user.keepAbi' })}
          >
            {isKeeping && <Spinner label="Verifying" />}
            Verify
          </Button>
        ) : (
          <Button
            variant="primary"
            className="ml-auto"
            disabled={!hasAnySource(draft)}
            onClick={() => send({ type: 'user.next' })}
          >
            Go on to review
          </Button>
        )
      }
    >
      <RadioGroup
        label="Upload method"
        look="cards"
        value={method}
        options={options}
        onChange={(chosen) => send({ type: 'user.changed', change: { method: chosen } })}
      />
      {(method === 'directory' || method === 'files') && <FilesInput verification={verification} method={method} />}
      {method === 'paste' && <PasteInput verification={verification} />}
      {method === 'json' && <JsonInput verification={verification} />}
      {method === 'abi' && <AbiInput verification={verification} />}
    </StepFrame>
  );
}

function FilesInput({
  verification: { snapshot, send },
  method,
}: {
  verification: Verification;
  method: 'directory' | 'files';
}) {
  const api = useContractsApi();
  const { draft } = snapshot.context;
  const latest = useLatest(draft);
  const [said, setSaid] = useState<readonly string[]>([]);
  /** Picks that are being read. */
  const [reading, setReading] = useState(0);
  const take = async (picked: Picked) => {
    setReading((before) => before + 1);
    try {
      await takeRead(await readPicked(picked));
    } catch (error) {
      setSaid([stoppedFailure(error).message]);
    } finally {
      setReading((before) => before - 1);
    }
  };
  const takeRead = async ({ files, left }: Awaited<ReturnType<typeof readPicked>>) => {
    const read = await api.readSourceFiles(files);
    const count = Object.keys(read.sources).length;
    setSaid([
      ...left,
      ...read.rejected.map(({ path, reason }) => `${harmlessText(path, 120)} is left out: ${reason}.`),
      ...(count === 0 ? ['There is no .sol file among these. The earlier files stay.'] : []),
    ]);
    if (count === 0) return;
    // Single files come one after the other, and some while others are read; a folder is the whole.
    const uploaded = method === 'files' ? { ...latest.current.uploaded, ...read.sources } : read.sources;
    send({ type: 'user.changed', change: { uploaded, hashes: {}, contentIds: {}, isWhole: false } });
    const change = {
      ...read.settings,
      ...(read.remappings !== '' && { remappings: read.remappings.trim() }),
    };
    if (Object.keys(change).length > 0) send({ type: 'user.changedSettings', change });
  };
  const paths = Object.keys(draft.uploaded);
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label={method === 'directory' ? 'Project directory' : 'Source files'}
        title={method === 'directory' ? 'Drop a folder or a zip here' : 'Drop .sol files here'}
        accept={method === 'files' ? '.sol,.yul,.zip' : '.zip,.sol,.yul'}
        choose={method === 'files' ? 'Choose files' : 'Choose a zip'}
        multiple
        folders={method === 'directory'}
        choice={{ dependencies: DEPENDENCY_SOURCES }}
        onPick={(picked) => void take(picked)}
      >
        At most {formatBytes(MAX_UPLOAD)} of sources. They stay in this browser until you publish them.
      </FileDrop>
      <div aria-live="polite" className="flex flex-col gap-2">
        {reading > 0 && <Spinner label="Reading files" />}
        {said.map((sentence) => (
          <Callout key={sentence}>{sentence}</Callout>
        ))}
        {paths.length > 0 && (
          <details className="rounded-m border border-line">
            <summary className="px-3 py-1.5">{countOf(paths.length, 'file')} handed in</summary>
            <ul className="mono max-h-60 overflow-y-auto border-line border-t py-1 text-s">
              {paths.map((path) => (
                <li key={path} className="truncate px-3 py-0.5">
                  {harmlessText(path, 300)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {paths.length > 0 && (
        <Button
          className="self-start"
          size="s"
          onClick={() => send({ type: 'user.changed', change: { uploaded: {}, root: undefined } })}
        >
          Remove all files
        </Button>
      )}
    </div>
  );
}

function PasteInput({ verification: { snapshot, send } }: { verification: Verification }) {
  const { pasted } = snapshot.context.draft;
  const change = (part: Partial<typeof pasted>) =>
    send({ type: 'user.changed', change: { pasted: { ...pasted, ...part }, isWhole: false } });
  const field = draftFields<keyof typeof pasted>(pasted, change);
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="File name"
        mono
        {...field('path')}
        help="The name at the time of compilation: it is part of the metadata and so of an exact match."
      />
      <TextArea
        label="Source"
        mono
        rows={12}
        {...field('text')}
        error={pasted.text.length > MAX_UPLOAD ? `At most ${formatBytes(MAX_UPLOAD)} are read.` : undefined}
      />
    </div>
  );
}

function JsonInput({ verification: { snapshot, send } }: { verification: Verification }) {
  const api = useContractsApi();
  const { draft } = snapshot.context;
  const [text, setText] = useState('');
  const [said, setSaid] = useState<{ text: string; isWrong: boolean }>();
  const read = async (json: string) => {
    const answer = await api.readJsonUpload(json);
    if (!answer.ok) {
      setSaid({ text: answer.error, isWrong: true });
      return;
    }
    const { kind, sources, hashes, contentIds, settings, root } = answer.value;
    const named = Object.keys({ ...hashes, ...sources }).length;
    setSaid({
      text: `${kind === 'metadata' ? 'Metadata' : 'Standard JSON input'} of ${countOf(named, 'source')} and its settings.`,
      isWrong: false,
    });
    const { compilerVersion } = settings.compilerVersion === '' ? draft.settings : settings;
    send({
      type: 'user.changed',
      change: {
        uploaded: sources,
        hashes,
        contentIds,
        isWhole: true,
        root,
        settings: { ...settings, compilerVersion },
      },
    });
  };
  const take = async (picked: Picked) => {
    const { files, left } = await readPicked({ ...picked, files: picked.files.slice(0, 1) });
    const [file] = files;
    if (file === undefined) setSaid({ text: left[0] ?? 'The file could not be read.', isWrong: true });
    else await read(new TextDecoder().decode(file.bytes));
  };
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label="JSON file"
        title="Drop a JSON file here"
        accept=".json,application/json"
        onPick={(picked) => void take(picked)}
      >
        Sources without their text are listed as missing in the next step.
      </FileDrop>
      <TextArea
        label="Or paste the JSON"
        mono
        rows={6}
        value={text}
        onChange={setText}
        end={
          <Button size="s" disabled={text.trim() === ''} onClick={() => void read(text)}>
            Read
          </Button>
        }
      />
      <div aria-live="polite">
        {said ? (
          <Callout tone={said.isWrong ? 'failure' : 'success'}>{said.text}</Callout>
        ) : (
          Object.keys(draft.uploaded).length > 0 && (
            <Callout tone="success">{countOf(Object.keys(draft.uploaded).length, 'source')} handed in.</Callout>
          )
        )}
      </div>
    </div>
  );
}

function AbiInput({ verification: { snapshot, send } }: { verification: Verification }) {
  const { abi } = snapshot.context.draft;
  const change = (part: Partial<typeof abi>) => send({ type: 'user.changed', change: { abi: { ...abi, ...part } } });
  const field = draftFields<keyof typeof abi>(abi, change);
  const take = async (picked: Picked) => {
    const [file] = (await readPicked({ ...picked, files: picked.files.slice(0, 1) })).files;
    if (file !== undefined) change({ text: new TextDecoder().decode(file.bytes) });
  };
  return (
    <div className="flex flex-col gap-3">
      <TextField label="Contract name" {...field('name')} maxLength={200} />
      <TextArea
        label="ABI"
        mono
        rows={8}
        {...field('text')}
        help="A JSON array of functions, events and errors, an artifact or an explorer’s answer with one, or lines of Solidity. It cannot be proven to be this contract’s ABI."
      />
      <FileDrop
        label="ABI file"
        title="Or drop a JSON file"
        accept=".json,.abi,application/json"
        onPick={(picked) => void take(picked)}
      />
    </div>
  );
}
