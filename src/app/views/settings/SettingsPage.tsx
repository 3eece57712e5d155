import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTitle } from '../../use-title';
import { useWiring } from '../../wiring';
import { Appearance } from './Appearance';
import { BackupSection } from './BackupSection';
import { BuildOutput } from './BuildOutput';
import { Compilers } from './Compilers';
import { Execution } from './Execution';
import { IndexSection } from './IndexSection';
import { Labels } from './Labels';
import { OnThisDevice } from './OnThisDevice';
import { Providers } from './Providers';
import { StorageSection } from './StorageSection';
import { TokenLists } from './TokenLists';

/** Shows everything the reader can choose. Sections have anchors, so a link can lead to each. */
export function SettingsPage({ network }: { network?: number }) {
  const { config } = useWiring();
  const { hash } = useLocation();
  useTitle('Settings');
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'start' });
  }, [hash]);
  const sections: readonly { id: string; name: string; content: ReactNode }[] = [
    { id: 'index', name: 'Index', content: <IndexSection chosen={network} /> },
    { id: 'third-parties', name: 'Third parties', content: <Providers config={config} /> },
    { id: 'token-lists', name: 'Token lists', content: <TokenLists /> },
    { id: 'execution', name: 'Execution', content: <Execution /> },
    { id: 'compilers', name: 'Compilers', content: <Compilers config={config} /> },
    { id: 'labels', name: 'Labels', content: <Labels /> },
    { id: 'build-output', name: 'Build output', content: <BuildOutput /> },
    { id: 'backup', name: 'Backup', content: <BackupSection /> },
    { id: 'storage', name: 'Storage', content: <StorageSection /> },
    { id: 'device', name: 'On this device', content: <OnThisDevice /> },
    { id: 'appearance', name: 'Appearance', content: <Appearance /> },
  ];
  return (
    <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-[200px_minmax(0,1fr)]">
      <div className="md:sticky md:top-[calc(var(--header)+18px)]">
        <h1>Settings</h1>
        <p className="mt-1 text-muted">Kept in this browser only.</p>
        <nav aria-label="Sections" className="mt-3 flex flex-wrap gap-x-1 md:flex-col">
          {sections.map(({ id, name }) => (
            <a
              key={id}
              href={`#${id}`}
              className="rounded-m px-2 py-1 font-medium text-muted hover:bg-hover hover:text-text"
            >
              {name}
            </a>
          ))}
          <Link
            to="/networks"
            search={network === undefined ? {} : { network }}
            className="rounded-m px-2 py-1 font-medium text-muted hover:bg-hover hover:text-text"
          >
            Networks and endpoints
          </Link>
          {config.variant === 'workbench' && (
            <Link to="/usage" className="rounded-m px-2 py-1 font-medium text-muted hover:bg-hover hover:text-text">
              RPC usage
            </Link>
          )}
        </nav>
      </div>
      <div className="flex min-w-0 max-w-[1040px] flex-col gap-3.5">
        {sections.map(({ id, content }) => (
          <div key={id} id={id} className="scroll-mt-[calc(var(--header)+18px)]">
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
