/** Loupe among the apps of this device, and the links that lead to it. Everything works without either. */
import type { ReactNode } from 'react';
import { useInstallOffer } from '../../install-offer';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast';
import { useMediaQuery } from '../../ui/use-media-query';

const LINKS = '/open?link=%s';

export function OnThisDevice() {
  return (
    <Panel title="On this device">
      <Install />
      <Links />
    </Panel>
  );
}

function Install() {
  const install = useInstallOffer();
  const isInstalled = useMediaQuery('(display-mode: standalone)');
  return (
    <Row
      title="Installed app"
      action={install !== undefined && <Button onClick={() => void install()}>Install</Button>}
    >
      {isInstalled
        ? 'This is the installed app.'
        : install === undefined
          ? 'The browser does not offer to install it here: it may be installed already, or the browser’s menu has an entry for it.'
          : 'The app has its own window and opens trace files by a double click.'}
    </Row>
  );
}

function Links() {
  const canRegister = 'registerProtocolHandler' in navigator;
  function register() {
    try {
      navigator.registerProtocolHandler('web+ethereum', `${location.origin}${LINKS}`);
      toast({ text: 'The browser asks you now' });
    } catch {
      toast({ text: 'The browser refuses to register this site', tone: 'failure' });
    }
  }
  return (
    <Row title="Links" action={canRegister && <Button onClick={register}>Open them here</Button>}>
      Addresses, transactions and blocks in links like <span className="mono">web+ethereum:0x…@1</span>
      {canRegister ? ' open in Loupe once you and the browser allow it.' : '. This browser cannot open them in a site.'}{' '}
      The search takes them, too, and <span className="mono">ethereum:</span> links of wallets.
    </Row>
  );
}

function Row({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-line px-3 py-2.5 not-first:border-t">
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="text-muted">{children}</p>
      </div>
      {action}
    </div>
  );
}
