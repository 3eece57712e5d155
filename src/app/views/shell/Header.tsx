import { Link } from '@tanstack/react-router';
import { isVirtual } from '../../../core/virtual/virtual-url';
import { useNearestNetwork } from '../../network-context';
import { pageShown } from '../../page-stages';
import { THEME_LOOKS, useTheme } from '../../theme';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Kbd } from '../../ui/Kbd';
import { printKey } from '../../ui/keys';
import { lazyPart } from '../../ui/lazy-part';
import { MenuButton } from '../../ui/Menu';
import { useWiring } from '../../wiring';
import type { ListMenuName } from '../lists/chain-lists';
import { openSearch } from '../search/search-dialog-state';
import { HeadChip } from './HeadChip';
import { NetworkSwitcher } from './NetworkSwitcher';

/** What the menus of the header open. */
export const HeaderMenu = lazyPart(async () => (await import('./HeaderMenu')).HeaderMenu);
const VirtualStrip = lazyPart(async () => (await import('../virtual/VirtualStrip')).VirtualStrip);
const UnreadFinds = lazyPart(async () => (await import('../watch/UnreadFinds')).UnreadFinds, pageShown);

type Segment = { segment: string | undefined };

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

function ThemeMenu() {
  const { icon, label } = THEME_LOOKS[useTheme()];
  return (
    <MenuButton
      label="Theme"
      trigger={(props) => (
        <Button {...props} icon aria-label={`Theme: ${label}`} title={`Theme: ${label}`} className="max-sm:hidden">
          <Icon name={icon} />
        </Button>
      )}
    >
      {(place) => <HeaderMenu of="theme" {...place} />}
    </MenuButton>
  );
}

/** The menus with the lists of an explorer, in their order. */
const LIST_MENUS = ['Blockchain', 'Tokens', 'NFTs'] as const;

/** The lists of the chain: of an explorer in its menus beside the way home. */
function ListMenus({ segment }: Segment) {
  const { config } = useWiring();
  if (config.variant === 'workbench')
    return (
      <>
        <ListMenu label="Lists of the chain" text="Explore" segment={segment} />
        <UnreadFinds />
      </>
    );
  return (
    <nav aria-label="Menu" className="flex gap-1 max-lg:hidden">
      <Link to="/{-$network}" params={{ network: segment }} className={buttonClass({ variant: 'quiet' })}>
        Home
      </Link>
      {LIST_MENUS.map((menu) => (
        <ListMenu key={menu} label={menu} text={menu} menu={menu} segment={segment} />
      ))}
    </nav>
  );
}

/** `menu`: which lists are in it; all where it is absent. */
type ListMenuProps = Segment & { label: string; text: string; menu?: ListMenuName };

function ListMenu({ label, text, menu, segment }: ListMenuProps) {
  return (
    <MenuButton
      label={label}
      trigger={(props) => (
        <Button {...props} variant="quiet" className="max-md:hidden">
          {text}
          <Icon name="down" size={13} />
        </Button>
      )}
    >
      {(place) => <HeaderMenu of="lists" menu={menu} segment={segment} {...place} />}
    </MenuButton>
  );
}

/** What the header has no room for on small screens. */
function SmallMenu({ segment }: Segment) {
  const { config } = useWiring();
  return (
    <MenuButton
      label="Menu"
      trigger={(props) => (
        <Button {...props} icon aria-label="Menu" className={config.variant === 'explorer' ? 'lg:hidden' : 'md:hidden'}>
          <Icon name="menu" />
        </Button>
      )}
    >
      {(place) => <HeaderMenu of="all" segment={segment} {...place} />}
    </MenuButton>
  );
}
