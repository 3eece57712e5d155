import { useEffect, useRef, useState } from 'react';
import { MAX_BUILD_OUTPUT_BYTES } from '../../../core/contract/build-output/build-output-size';
import { formatBytes, formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { deleteArtifactsOf, readArtifacts } from '../../../db/contracts/artifacts';
import { readMatchedContracts } from '../../../db/contracts/contracts';
import type { ArtifactRow } from '../../../db/rows/artifact-row';
import { droppedBuild } from '../../dropped-on-page';
import { Button } from '../../ui/Button';
import type { Picked, PickedFile } from '../../ui/dropped-files';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { toast } from '../../ui/toast';
import { useStored } from '../../use-stored';
import { useContractsApi } from '../../wiring';
import { ProjectOfItem } from '../projects/ProjectOfItem';
import { importedCompilers, importedMatches, importedNames } from './imported-text';

/** Files that are listed at once: a folder of artefacts has one for each contract. */
const SHOWN_FILES = 10;

type FileImport = { file: string } & (
  | { state: 'working' }
  | { state: 'done'; contracts: number; warnings: readonly string[] }
  | { state: 'failed'; failure: Failure }
);

/** Imports the output of compilers; contracts are matched with code on chain as they are met. */
export function BuildOutput() {
  const { imports, importFiles } = useImports();
  const take = ({ files, skipped }: Picked) => {
    // A folder holds other things, too; what was chosen by itself is tried whatever its name is.
    const wanted = files.filter(({ path }) => !path.includes('/') || path.endsWith('.json'));
    if (skipped > 0) toast({ text: `${countOf(skipped, 'file was', 'files were')} left out; choose smaller folders.` });
    void importFiles(wanted);
  };
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => droppedBuild().take((picked) => latest.current(picked)), []);
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
          browser and are matched by the code on chain, so you need no addresses.
        </FileDrop>
      </div>
      <div aria-live="polite">
        {imports.map((fileImport) => (
          <ImportRow key={fileImport.file} fileImport={fileImport} />
        ))}
      </div>
      <Imported />
    </Panel>
  );
}

function ImportRow({ fileImport }: { fileImport: FileImport }) {
  const name = <bdi className="font-medium">{harmlessText(fileImport.file, 120)}</bdi>;
  if (fileImport.state === 'failed') {
    return (
      <div className="border-line border-t">
        <ErrorState compact failure={fileImport.failure} title={<>{name} was not imported</>} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-line border-t px-3 py-1.5">
      {fileImport.state === 'working' ? <Spinner label="Importing" /> : <span className="text-success">✓</span>}
      {name}
      {fileImport.state === 'done' && (
        <span className="text-muted">
          {countOf(fileImport.contracts, 'contract')}
          {fileImport.warnings.length > 0 &&
            ` · ${fileImport.warnings.map((text) => harmlessText(text, 200)).join(' ')}`}
        </span>
      )}
    </div>
  );
}

/** Lists what was imported before, by file. */
function Imported() {
  const files = useStored(async () => {
    const byFile = new Map<string, ArtifactRow[]>();
    for (const row of await readArtifacts())
      byFile.set(row.importedFrom, [...(byFile.get(row.importedFrom) ?? []), row]);
    return [...byFile];
  }, []);
  const met = useStored(readMatchedContracts, []);
  const [all, setAll] = useState(false);
  if (!files || files.length === 0) return null;
  const shown = all ? files : files.slice(0, SHOWN_FILES);
  return (
    <>
      <div className="flex items-center gap-3 border-line border-t px-3 py-1.5 text-muted">
        {countOf(files.length, 'file')},{' '}
        {countOf(
          files.reduce((sum, [, rows]) => sum + rows.length, 0),
          'contract',
        )}
        {files.length > 1 && (
          <Button
            size="s"
            variant="quiet"
            className="ml-auto"
            onClick={() => void forgetAll(files.map(([name]) => name))}
          >
            Forget all
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {shown.map(([fileName, rows]) => (
          <li key={fileName} className="flex items-start gap-x-3 px-3 py-1.5">
            <div className="min-w-0 grow">
              <p className="truncate">
                <span className="font-medium">{importedNames(rows)}</span>{' '}
                <span className="text-muted">{importedCompilers(rows)}</span>
              </p>
              <p className="break-words text-muted text-s">
                <bdi>{harmlessText(fileName, 120)}</bdi> · {countOf(rows.length, 'contract')}
                {met && ` · ${importedMatches(rows, met)}`} · imported{' '}
                <TimeView time={Math.max(...rows.map(({ importedAt }) => importedAt))} focusable={false} />
              </p>
            </div>
            {rows[0]?.kind === 'verified' && (
              <ProjectOfItem
                kind="verification"
                id={rows[0].id.split(':')[0] ?? ''}
                name={harmlessText(fileName, 80)}
              />
            )}
            <Button
              size="s"
              variant="quiet"
              aria-label={`Forget ${harmlessText(fileName, 80)}`}
              onClick={() => void deleteArtifactsOf(fileName)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < files.length && (
        <Button size="s" variant="quiet" className="m-2" onClick={() => setAll(true)}>
          {formatInteger(files.length - shown.length)} more
        </Button>
      )}
    </>
  );
}

async function forgetAll(fileNames: readonly string[]): Promise<void> {
  for (const name of fileNames) await deleteArtifactsOf(name);
}

/** Imports files one after the other, so that two large ones are not in memory together. */
function useImports(): {
  imports: readonly FileImport[];
  importFiles: (files: readonly PickedFile[]) => Promise<void>;
} {
  const api = useContractsApi();
  const [imports, setImports] = useState<readonly FileImport[]>([]);
  const put = (file: string, fileImport?: FileImport) =>
    setImports((was) => [...was.filter((each) => each.file !== file), ...(fileImport ? [fileImport] : [])]);

  /** Undefined when it was imported or there is nothing to import. */
  async function importOne({ path, file }: PickedFile): Promise<FileImport | undefined> {
    if (file.size > MAX_BUILD_OUTPUT_BYTES) {
      const message = `The file has ${formatBytes(file.size)}; at most ${formatBytes(MAX_BUILD_OUTPUT_BYTES)} are read.`;
      return { file: file.name, state: 'failed', failure: { code: 'tooLarge', message, attempts: [] } };
    }
    try {
      // Of deployed contracts the folder says on which chain.
      const name = file.name === 'deployed_addresses.json' ? path : file.name;
      const result = await api.importBuildOutput(name, new Uint8Array(await file.arrayBuffer()));
      if (!result.ok) return { file: file.name, state: 'failed', failure: result.error };
      const { warnings, contracts, names } = result.value;
      if (names !== undefined)
        toast({ text: `${countOf(names, 'contract has its name', 'contracts have their names')} as a label.` });
      return warnings.length > 0 ? { file: file.name, state: 'done', contracts, warnings } : undefined;
    } catch (error) {
      const message = 'The file could not be read.';
      const raw = String(error).slice(0, 2_000);
      return { file: file.name, state: 'failed', failure: { code: 'badAnswer', message, attempts: [], raw } };
    }
  }

  async function importFiles(files: readonly PickedFile[]): Promise<void> {
    let others = 0;
    for (const picked of files) {
      const { path, file } = picked;
      put(file.name, { file: file.name, state: 'working' });
      const fileImport = await importOne(picked);
      // Of a folder not every file was meant.
      const isOther = path.includes('/') && fileImport?.state === 'failed' && fileImport.failure.code === 'badAnswer';
      if (isOther) others++;
      put(file.name, isOther ? undefined : fileImport);
    }
    if (others > 0) toast({ text: `${countOf(others, 'file is', 'files are')} no build output and left out.` });
  }
  return { imports, importFiles };
}
