// biome-ignore lint/performance/noBarrelFile: tests take the proxy from one place; it is also needed by tools, which may not import tests
export { type Behaviour, type Fault, type FaultProxy, lieAboutSlots, startFaultProxy } from '../../tools/fault-proxy';
