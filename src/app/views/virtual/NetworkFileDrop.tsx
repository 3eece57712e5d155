/** A virtual network that was saved as a file with its blocks, opened in this browser. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Failure } from '../../../core/values/failure';
import { ErrorState } from '../../ui/ErrorState';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { useWiring } from '../../wiring';

export function NetworkFileDrop() {
  const { workers, reconfigure } = useWiring();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure>();
  async function open(file: File) {
    const opened = await workers.virtual.open(new Uint8Array(await file.arrayBuffer()));
    if (!opened.ok) return setFailure(opened.error);
    reconfigure();
    void navigate({ to: '/{-$network}/virtual', params: { network: String(opened.value) } });
  }
  return (
    <Panel title="From a file">
      <div className="flex flex-col gap-2.5 p-3">
        <FileDrop
          label="Network file"
          title="Drop a network file here"
          onPick={({ files: [picked] }) => {
            setFailure(undefined);
            if (picked !== undefined) void open(picked.file);
          }}
        >
          A virtual network as it was saved with its blocks. It keeps its chain id; the chain that it was forked from is
          asked for what is not in the file.
        </FileDrop>
        {failure && <ErrorState compact failure={failure} />}
      </div>
    </Panel>
  );
}
