import { Link, useNavigate } from '@tanstack/react-router';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { useNearestNetwork } from '../../network-context';
import { pageShown } from '../../page-stages';
import { ALL_PROJECTS } from '../../project-link';
import { setTheme, THEMES, type Theme, useTheme } from '../../theme';
import { Button, buttonClass } from '../../ui/Button';
import { Icon, type IconName } from '../../ui/Icon';
import { Kbd } from '../../ui/Kbd';
import { printKey } from '../../ui/keys';
import type { MenuItem } from '../../ui/layers/MenuLayer';
import { lazyPart } from '../../ui/lazy-part';
import { Menu } from '../../ui/Menu';
import { useWiring } from '../../wiring';
import { CHAIN_LISTS, LIST_MENUS } from '../lists/chain-lists';
import { openSearch } from '../search/search-dialog-state';
import { HeadChip } from './HeadChip';
import { NetworkSwitcher } from './NetworkSwitcher';

const VirtualStrip = lazyPart(() => import('../virtual/VirtualStrip').then((module) => module.VirtualStrip));
const UnreadFinds = lazyPart(() =>
  pageShown()
    .then(() => import('../watch/UnreadFinds'))
    .then((module) => module.UnreadFinds),
);

export function Header() {
  const here = useNearestNetwork();
  return (
    <>
      <header className="sticky top-0 z-30 flex h-(--header) items-center gap-2 border-line border-b bg-panel px-3 sm:gap-3 sm:px-5">
        <Link
          to="/{-$network}"
          params={{ network: here?.segment }}
          aria-label="Loupe, home"
          className="flex items-center gap-2 rounded-s font-[650] text-l tracking-[-0.01em]"
        >
          <Logo />
          <span className="hidden xs:inline">Loupe</span>
        </Link>
        <NetworkSwitcher here={here} />
        <ListMenus segment={here?.segment} />
        <button
          type="button"
          onClick={openSearch}
          aria-keyshortcuts="Meta+K Control+K"
          className="mx-auto hidden h-8 min-w-0 max-w-[560px] flex-1 items-center rounded-m border border-line bg-raised px-2.5 text-left text-muted hover:border-line-strong sm:flex"
        >
          <span className="truncate">Search transactions, addresses, blocks…</span>
          <span className="ml-auto pl-2">
            <Kbd>{printKey('mod+k')}</Kbd>
          </span>
        </button>
        <Button icon aria-label="Search" onClick={openSearch} className="ml-auto sm:hidden">
          <Icon name="search" />
        </Button>
        {here && <HeadChip network={here.network} />}
        <ThemeMenu />
        <Link
          to="/settings"
          aria-label="Settings"
          title="Settings"
          className={`${buttonClass({ icon: true })} max-sm:hidden`}
        >
          <Icon name="sliders" />
        </Link>
        <SmallMenu segment={here?.segment} />
      </header>
      {here && isVirtual(here.network) && <VirtualStrip network={here.network} fallback={<div className="h-7" />} />}
    </>
  );
}

function Logo() {
  return (
    <svg
      viewBox="0 0 22 22"
      width="20"
      height="20"
      aria-hidden
      fill="none"
      stroke="var(--accent)"
      strokeLinecap="round"
    >
      <circle cx="9.5" cy="9.5" r="6.6" strokeWidth="2.6" />
      <path d="m14.8 14.8 4.4 4.4" strokeWidth="2.8" />
    </svg>
  );
}

const THEME_LOOKS: Record<Theme, { label: string; icon: IconName }> = {
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
  system: { label: 'As the system', icon: 'screen' },
};

function ThemeMenu() {
  const theme = useTheme();
  const { icon, label } = THEME_LOOKS[theme];
  return (
    <Menu
      label="Theme"
      items={THEMES.map((each) => {
        const { label, icon } = THEME_LOOKS[each];
        return {
          label,
          icon: <Icon name={icon} />,
          checked: each === theme,
          onSelect: () => setTheme(each),
        };
      })}
      trigger={(props) => (
        <Button {...props} icon aria-label={`Theme: ${label}`} title={`Theme: ${label}`} className="max-sm:hidden">
          <Icon name={icon} />
        </Button>
      )}
    />
  );
}

/** The lists of the chain: of an explorer in its menus beside the way home. */
function ListMenus({ segment }: { segment: string | undefined }) {
  const { config } = useWiring();
  const items = useListItems(segment);
  if (config.variant === 'workbench')
    return (
      <>
        <ListMenu label="Lists of the chain" text="Explore" items={items} />
        <UnreadFinds />
      </>
    );
  return (
    <nav aria-label="Menu" className="flex gap-1 max-lg:hidden">
      <Link to="/{-$network}" params={{ network: segment }} className={buttonClass({ variant: 'quiet' })}>
        Home
      </Link>
      {LIST_MENUS.map((menu) => (
        <ListMenu key={menu} label={menu} text={menu} items={items.filter((item) => item.menu === menu)} />
      ))}
    </nav>
  );
}

function ListMenu({ label, text, items }: { label: string; text: string; items: ReturnType<typeof useListItems> }) {
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <Button {...props} variant="quiet" className="max-md:hidden">
          {text}
          <Icon name="down" size={13} />
        </Button>
      )}
    />
  );
}

/** A tool beside the lists, in no menu of an explorer but the small one. */
const CALLDATA = { to: '/{-$network}/calldata', label: 'Calldata', menu: '', entry: 'Calldata' } as const;

/** The lists, and in the workbench what the reader keeps together. */
function useListItems(segment: string | undefined) {
  const navigate = useNavigate();
  const { config } = useWiring();
  const items: (MenuItem & { menu?: string })[] = [...CHAIN_LISTS, CALLDATA].map(({ to, label, menu, entry }) => ({
    label: config.variant === 'explorer' ? entry : label,
    menu,
    onSelect: () => void navigate({ to, params: { network: segment }, search: {} }),
  }));
  if (config.variant === 'workbench') {
    items.push({ label: 'Projects', onSelect: () => void navigate(ALL_PROJECTS) });
    items.push({
      label: 'Tests',
      onSelect: () => void navigate({ to: '/tests/{-$project}', params: { project: undefined } }),
    });
  }
  return items;
}

/** What the header has no room for on small screens. */
function SmallMenu({ segment }: { segment: string | undefined }) {
  const navigate = useNavigate();
  const theme = useTheme();
  const { config } = useWiring();
  const lists = useListItems(segment);
  const other = config.explorer?.other;
  return (
    <Menu
      label="Menu"
      items={[
        { label: 'Home', onSelect: () => void navigate({ to: '/{-$network}', params: { network: segment } }) },
        ...lists,
        ...(config.variant === 'workbench'
          ? [{ label: 'RPC usage', onSelect: () => void navigate({ to: '/usage' }) }]
          : []),
        { label: 'Networks', onSelect: () => void navigate({ to: '/networks' }) },
        { label: 'Settings', onSelect: () => void navigate({ to: '/settings' }) },
        ...(other === undefined ? [] : [{ label: other.name, onSelect: () => location.assign(other.url) }]),
        ...THEMES.map((each) => ({
          label: `Theme: ${THEME_LOOKS[each].label.toLowerCase()}`,
          checked: each === theme,
          onSelect: () => setTheme(each),
        })),
      ]}
      trigger={(props) => (
        <Button {...props} icon aria-label="Menu" className={config.variant === 'explorer' ? 'lg:hidden' : 'md:hidden'}>
          <Icon name="menu" />
        </Button>
      )}
    />
  );
}
