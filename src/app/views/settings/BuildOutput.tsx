import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { Failure } from '../../../core/failure';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import { deleteArtifactsOf, readArtifacts } from '../../../db/artifacts';
import { Button } from '../../ui/Button';
import type { Picked } from '../../ui/dropped-files';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { toast } from '../../ui/toast';
import { useContractsApi } from '../../wiring';

const MOST_BYTES = 200_000_000; // of one file

type Outcome = { file: string } & (
  | { state: 'working' }
  | { state: 'done'; contracts: number; warnings: readonly string[] }
  | { state: 'failed'; failure: Failure }
);

/** Import of what compilers wrote; contracts are matched with code on chain as they are met. */
export function BuildOutput() {
  const { outcomes, importFiles } = useImports();
  const take = ({ files, skipped }: Picked) => {
    // A folder holds other things, too; what was chosen by itself is tried whatever its name is.
    const wanted = files.filter(({ path }) => !path.includes('/') || path.endsWith('.json'));
    if (skipped > 0) toast({ text: `${formatInteger(skipped)} files were left out; choose smaller folders.` });
    void importFiles(wanted.map(({ file }) => file));
  };
  return (
    <Panel title="Build output" aside="names, arguments and lines from your own compiler">
      <div className="p-3">
        <FileDrop
          label="Build output files"
          title="Drop JSON files or a folder of them here"
          accept=".json,application/json"
          multiple
          folders
          onPick={take}
        >
          Hardhat build info or artifacts, Foundry’s <code>out/</code>, or standard JSON output. They stay in this
          browser, and are matched by the code on chain, so addresses need not be known.
        </FileDrop>
      </div>
      <div aria-live="polite">
        {outcomes.map((outcome) => (
          <OutcomeRow key={outcome.file} outcome={outcome} />
        ))}
      </div>
      <Imported />
    </Panel>
  );
}

function OutcomeRow({ outcome }: { outcome: Outcome }) {
  const name = <bdi className="font-medium">{harmlessText(outcome.file, 120)}</bdi>;
  if (outcome.state === 'failed') {
    return (
      <div className="border-line border-t">
        <ErrorState compact failure={outcome.failure} title={<>{name} was not imported</>} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-line border-t px-3 py-1.5">
      {outcome.state === 'working' ? <Spinner label="Importing" /> : <span className="text-success">✓</span>}
      {name}
      {outcome.state === 'done' && (
        <span className="text-muted">
          {formatInteger(outcome.contracts)} contracts
          {outcome.warnings.length > 0 && ` · ${outcome.warnings.map((text) => harmlessText(text, 200)).join(' ')}`}
        </span>
      )}
    </div>
  );
}

/** What was imported before, by file. */
function Imported() {
  const files = useLiveQuery(async () => {
    const byFile = new Map<string, { contracts: number; importedAt: number }>();
    for (const { importedFrom, importedAt } of await readArtifacts()) {
      const file = byFile.get(importedFrom) ?? { contracts: 0, importedAt };
      byFile.set(importedFrom, { contracts: file.contracts + 1, importedAt: Math.max(importedAt, file.importedAt) });
    }
    return [...byFile];
  }, []);
  if (!files || files.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-line border-t">
      {files.map(([fileName, { contracts, importedAt }]) => (
        <li key={fileName} className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
          <bdi className="min-w-0 truncate font-medium">{harmlessText(fileName, 120)}</bdi>
          <span className="text-muted">
            {formatInteger(contracts)} contracts · imported <TimeView time={importedAt} focusable={false} />
          </span>
          <Button
            size="s"
            variant="quiet"
            className="ml-auto"
            aria-label={`Forget ${harmlessText(fileName, 80)}`}
            onClick={() => void deleteArtifactsOf(fileName)}
          >
            Forget
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Imports files one after the other, so that two large ones are not in memory together. */
function useImports(): { outcomes: readonly Outcome[]; importFiles: (files: readonly File[]) => Promise<void> } {
  const api = useContractsApi();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const put = (outcome: Outcome) => setOutcomes((was) => [...was.filter(({ file }) => file !== outcome.file), outcome]);

  async function importOne(file: File): Promise<void> {
    put({ file: file.name, state: 'working' });
    if (file.size > MOST_BYTES) {
      const message = `The file has ${formatBytes(file.size)}; at most ${formatBytes(MOST_BYTES)} are read.`;
      put({ file: file.name, state: 'failed', failure: { code: 'tooLarge', message, attempts: [] } });
      return;
    }
    try {
      const result = await api.importBuildOutput(file.name, new Uint8Array(await file.arrayBuffer()));
      put(
        result.ok
          ? { file: file.name, state: 'done', ...result.value }
          : { file: file.name, state: 'failed', failure: result.error },
      );
    } catch (error) {
      const message = 'The file could not be read.';
      const raw = String(error).slice(0, 2_000);
      put({ file: file.name, state: 'failed', failure: { code: 'badAnswer', message, attempts: [], raw } });
    }
  }

  async function importFiles(files: readonly File[]): Promise<void> {
    for (const file of files) await importOne(file);
  }
  return { outcomes, importFiles };
}
