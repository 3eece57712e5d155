/** The state of a network as a file: saved for other tools, and loaded from them. */
import { useState } from 'react';
import { bytesToHex, hexToBytes } from '../../../core/chain/hex';
import type { Hex } from '../../../core/chain/primitives';
import { countOf } from '../../../core/format/plural';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useWiring } from '../../wiring';
import type { Steered } from './use-virtual-network';

const MAX_FILE = 32 << 20; // bytes

export function StateFileCard({ kept, ask }: Steered) {
  const { virtual } = useWiring().workers;
  const [isBusy, setBusy] = useState(false);
  async function save() {
    const dumped = await virtual.request(kept.networkId, 'anvil_dumpState', []);
    if (!dumped.ok) return toast({ text: dumped.error.message, tone: 'failure', lasting: true });
    download(`state-${kept.networkId}.json.gz`, 'application/gzip', hexToBytes(String(dumped.value) as Hex));
  }
  async function saveWhole() {
    const saved = await virtual.save(kept.networkId);
    if (!saved.ok) return toast({ text: saved.error.message, tone: 'failure', lasting: true });
    download(`network-${kept.networkId}.loupe-network`, 'application/gzip', saved.value.slice());
  }
  async function load(file: File) {
    if (file.size > MAX_FILE) return toast({ text: 'The file has more than 32 MB.', tone: 'failure', lasting: true });
    const failed = await ask(['anvil_loadState', bytesToHex(new Uint8Array(await file.arrayBuffer()))]);
    toast(
      failed
        ? { text: failed.message, tone: 'failure', lasting: true }
        : { text: `State loaded: ${countOf(file.size, 'byte')}`, tone: 'success' },
    );
  }
  const busily = (work: () => Promise<unknown>) => {
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  return (
    <Panel title="State file" aside="in the format of Anvil">
      <div className="flex flex-col gap-2.5 p-3">
        <div>
          <Button disabled={isBusy} onClick={() => busily(save)}>
            Save the state
          </Button>{' '}
          <Button disabled={isBusy} onClick={() => busily(saveWhole)}>
            Save the network with its blocks
          </Button>
        </div>
        <FileDrop
          label="State file"
          title="Drop a state file here"
          onPick={({ files: [picked] }) => {
            if (picked !== undefined) busily(() => load(picked.file));
          }}
        >
          Accounts, code and storage are laid over what the network has; its blocks stay.
          {kept.parent !== undefined && ' For a fork, the state that was read or changed is saved.'}
        </FileDrop>
      </div>
    </Panel>
  );
}
