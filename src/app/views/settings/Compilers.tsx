import { useState } from 'react';
import type { RuntimeConfig } from '../../../core/config/runtime-config';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import { ErrorState } from '../../ui/ErrorState';
import { FileButton } from '../../ui/FileDrop';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';
import { newJobId, useQuestion } from '../../use-question';
import { useWiring } from '../../wiring';

/** Sets where Solidity compilers come from, and lists those kept here. */
export function Compilers({ config }: { config: RuntimeConfig }) {
  const [kept, save] = usePreference('compilerList');
  return (
    <Panel title="Compilers" aside="run in this browser to read verified sources">
      {kept !== undefined && (
        <ListForm key={kept} kept={kept} configured={config.thirdParties.compilers} onSave={save} />
      )}
      <KeptCompilers />
    </Panel>
  );
}

type ListProps = { kept: string; configured: string; onSave: (url: string) => Promise<boolean> };

function ListForm({ kept, configured, onSave }: ListProps) {
  const [url, setUrl] = useState(kept);
  const problem = url === '' || isUrl(url) ? undefined : 'This is not a URL.';
  async function save() {
    const saved = await onSave(url.trim());
    toast(
      saved ? { text: 'List of compilers kept' } : { text: 'The browser refuses to keep this choice', tone: 'failure' },
    );
  }
  return (
    <Form className="flex flex-wrap items-start gap-2 px-3 py-2.5" onSubmit={save}>
      <TextField
        label="List of compilers"
        placeholder={configured}
        value={url}
        onChange={setUrl}
        error={problem}
        help="A list.json in the format of binaries.soliditylang.org. Each file is checked against its SHA-256 before it runs."
        className="flex-1"
        mono
      />
      <SubmitButton variant="plain" disabled={url.trim() === kept} className="mt-6">
        Keep
      </SubmitButton>
    </Form>
  );
}

type KeptFile = { longVersion: string } | { failure: Failure };

function KeptCompilers() {
  const { compiler } = useWiring().workers;
  const [keptFile, setKeptFile] = useState<KeptFile>();
  const builds = useQuestion('compiler', 'builds', (worker, job) => worker.builds(job));
  const kept = builds.state === 'here' ? builds.value.filter((build) => build.kept) : [];
  async function keepFile(file: File | undefined) {
    if (file === undefined) return;
    const result = await compiler.keepFile(newJobId(), new Uint8Array(await file.arrayBuffer()));
    setKeptFile(result.ok ? result.value : { failure: result.error });
    builds.again();
  }
  return (
    <div className="border-line border-t px-3 py-2.5">
      <p>
        {kept.length === 0 ? 'No compiler is kept yet. ' : 'Kept for use without a network: '}
        {kept.map(({ longVersion }) => (
          <code key={longVersion} className="mr-2">
            {harmlessText(longVersion, 60)}
          </code>
        ))}
      </p>
      <p className="mt-1 text-muted">You can add a soljson file. It is a program: use only one that you trust.</p>
      <div className="mt-2">
        <FileButton
          label="soljson file"
          accept=".js,text/javascript"
          onPick={({ files }) => void keepFile(files[0]?.file)}
        >
          Choose soljson file
        </FileButton>
      </div>
      <div aria-live="polite">
        {keptFile !== undefined &&
          ('failure' in keptFile ? (
            <ErrorState compact failure={keptFile.failure} />
          ) : (
            <p className="mt-2 text-success">Kept compiler {harmlessText(keptFile.longVersion, 60)}.</p>
          ))}
      </div>
    </div>
  );
}

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
