import { Outlet } from '@tanstack/react-router';
import { useNetwork } from '../../network-context';
import { NetworkLinks } from './NetworkLinks';

/** Shows the pages of a network. */
export function NetworkLayout() {
  return (
    <NetworkLinks segment={useNetwork().segment}>
      <Outlet />
    </NetworkLinks>
  );
}
