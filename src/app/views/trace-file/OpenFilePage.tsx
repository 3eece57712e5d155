/** Opening a trace file: dropped, chosen, or from an address. */

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { countOf } from '../../../core/format/plural';
import { MAX_TRACE_FILE, traceFileTooLarge } from '../../../core/trace/trace-file-size';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, type Result } from '../../../core/values/result';
import { takeSharedFiles } from '../../../db/cache-storage/shared-files';
import type { TraceService } from '../../../workers/client';
import type { JobId } from '../../../workers/ids';
import type { ImportedTrace } from '../../../workers/trace/trace-files.api';
import { droppedTrace, handOver, type Taker } from '../../dropped-on-page';
import { takeLaunchedFiles } from '../../launched-files';
import { publicEndpointOf } from '../../public-endpoint';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { classes } from '../../ui/classes';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { fieldClass } from '../../ui/field-class';
import { Panel } from '../../ui/Panel';
import { Spinner } from '../../ui/Spinner';
import { toast } from '../../ui/toast';
import { type Answer, useQuestion } from '../../use-question';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';

/** A file that is to be opened. `nth` counts the choices, because the same file may be chosen again. */
type Wanted = {
  nth: number;
  what: string;
  read: (traces: TraceService, job: JobId) => Promise<Result<ImportedTrace, Failure>>;
};

/** `url` is where the file is, from the address of this page; `shared` says that another app shared files. */
export function OpenFilePage({ url, shared }: { url: string | undefined; shared: boolean }) {
  useTitle('Open a trace file');
  // A link must not make this browser contact a server that the reader did not choose.
  const stranger = strangerOf(url);
  const [wanted, setWanted] = useState<Wanted | undefined>(() =>
    url === undefined || url === '' || stranger !== undefined ? undefined : fromUrl(url, 0),
  );
  const work = useOpening(wanted);
  const [address, setAddress] = useState(url ?? '');
  const openUrl = (from: string) => setWanted((before) => fromUrl(from, (before?.nth ?? 0) + 1));
  const openFile = useCallback((file: File | undefined) => {
    if (file) setWanted((before) => fromFile(file, (before?.nth ?? 0) + 1));
  }, []);
  useEffect(() => droppedTrace().take(openFile), [openFile]);
  const openAny = useOpenAny();
  useEffect(() => takeLaunchedFiles(openAny), [openAny]);
  useEffect(() => {
    if (shared) takeSharedFiles().then(openAny, () => {});
  }, [shared, openAny]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== '') openUrl(address.trim());
  };
  return (
    <div className="mx-auto flex max-w-[760px] flex-col gap-3.5">
      <h1>Open a trace file</h1>
      <p className="text-muted">
        A trace file holds one transaction with its calls, events, state, sources, names and notes. It opens without any
        network, debugger and all, and stays in this browser. Save one from the page of a transaction.
      </p>
      {stranger !== undefined && url !== undefined && (
        <Callout
          actions={
            <Button variant="primary" onClick={() => openUrl(url)} disabled={work.state === 'waiting'}>
              Load it from {stranger}
            </Button>
          }
        >
          This link leads to a file on another server, <bdi className="mono font-semibold">{stranger}</bdi>. It was not
          contacted yet. Only the maker of the file vouches for its content.
        </Callout>
      )}
      {work.asks && (
        <Callout
          role="status"
          actions={
            <Button variant="primary" onClick={work.asks.go}>
              Open it, and ask {work.asks.host}
            </Button>
          }
        >
          The file is read. Its page asks <bdi className="mono font-semibold">{work.asks.host}</bdi>, a public endpoint,
          whether it is true; that then knows which transaction this browser looks at. Nothing was asked of it yet.
        </Callout>
      )}
      <Panel title="From this computer">
        <div className="p-3">
          <FileDrop
            label="Trace file"
            title="Drop a .loupe file here"
            accept=".loupe"
            onPick={({ files }) => openFile(files[0]?.file)}
          />
        </div>
      </Panel>
      <Panel title="From an address">
        <form onSubmit={onSubmit} className="flex flex-wrap gap-2 p-3">
          <input
            type="text"
            inputMode="url"
            aria-label="Address of the trace file"
            placeholder="https://…"
            spellCheck={false}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            className={classes(fieldClass({ mono: true }), 'min-w-60 grow')}
          />
          <Button type="submit" variant="primary" disabled={address.trim() === ''}>
            Open
          </Button>
        </form>
      </Panel>
      <div aria-live="polite">
        {work.state === 'waiting' && (
          <p className="flex items-center gap-2">
            <Spinner label="Reading" /> Reading <bdi className="truncate">{wanted?.what.slice(0, 120)}</bdi>
          </p>
        )}
        {work.state === 'failed' && (
          <Panel>
            <ErrorState failure={work.failure} />
          </Panel>
        )}
      </div>
    </div>
  );
}

/** Opens files of any kind that the app takes, on the page that takes them, and says so where it is none. */
function useOpenAny(): (files: readonly File[]) => void {
  const navigate = useNavigate();
  return useCallback(
    (files) => {
      const show = (taker: Taker) => {
        if (taker === 'buildOutput') void navigate({ to: '/settings', hash: 'build-output' });
      };
      void handOver({ files, entries: [] }, show).then((isTaken) => {
        if (!isTaken) toast({ text: 'This is neither a trace file nor build output of a compiler.', tone: 'failure' });
      });
    },
    [navigate],
  );
}

/** The host of an address on another server; undefined for the app's own files, and where it is no address. */
function strangerOf(url: string | undefined): string | undefined {
  const address = url === undefined ? null : URL.parse(url, window.location.origin);
  if (address === null || address.origin === window.location.origin) return undefined;
  return address.host === '' ? undefined : address.host;
}

function fromFile(file: File, nth: number): Wanted {
  return {
    nth,
    what: file.name,
    read: async (traces, job) => {
      if (file.size > MAX_TRACE_FILE) return fail(traceFileTooLarge());
      try {
        return await traces.importTrace(job, new Uint8Array(await file.arrayBuffer()));
      } catch (error) {
        return fail(failure('cancelled', 'The file could not be read.', { raw: String(error) }));
      }
    },
  };
}

function fromUrl(url: string, nth: number): Wanted {
  return { nth, what: url, read: (traces, job) => traces.importTraceFrom(job, url) };
}

/** `asks`: the file is read, and a public endpoint would be asked for its transaction, which the reader is to allow. */
type Opening = (Answer<unknown> | { state: 'idle' }) & { asks?: { host: string; go: () => void } | undefined };

/** Reads a file into this browser and leads to its transaction, at once where only endpoints are asked that were chosen here. */
function useOpening(wanted: Wanted | undefined): Opening {
  const { reconfigure, config, networks } = useWiring();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<Opening['asks']>();
  const lead = async ({ networkId, hash, newNetwork, known, notes }: ImportedTrace) => {
    if (newNetwork) reconfigure();
    if (known) toast({ text: 'This browser already has the trace from a node, and shows that one', tone: 'plain' });
    if (notes > 0) toast({ text: `Added ${countOf(notes, 'note')} of the file`, tone: 'success' });
    const network = (await networks()).find(({ id }) => id === networkId);
    const segment = config.variant === 'explorer' ? undefined : (network?.route ?? String(networkId));
    const go = () =>
      navigate({ to: '/{-$network}/tx/$hash/{-$tab}', params: { network: segment, hash, tab: undefined } });
    const host = network && (await publicEndpointOf(config, network));
    if (host === undefined) return go();
    setAsks({ host, go: () => void go() });
  };
  const answer = useQuestion(
    'trace',
    `open ${wanted?.nth}`,
    async (traces, job) => {
      setAsks(undefined);
      if (wanted === undefined) return fail(failure('notFound', 'The link contains no file.'));
      const read = await wanted.read(traces, job);
      if (read.ok) await lead(read.value);
      return read;
    },
    { when: wanted !== undefined },
  );
  return wanted === undefined ? { state: 'idle' } : { ...answer, asks };
}
