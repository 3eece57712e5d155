// Tests of a project of Hardhat 2, as its users write them.
const { expect } = require('chai');
const { ethers } = require('hardhat');
// As mocha calls it.
const test = it;
const helpers = require('@nomicfoundation/hardhat-network-helpers');

async function deploy() {
  const counter = await ethers.deployContract('Counter', [1]);
  await counter.waitForDeployment();
  return counter;
}

describe('Counter', () => {
  test('emits its event', async () => {
    const counter = await helpers.loadFixture(deploy);
    const [owner] = await ethers.getSigners();
    await expect(counter.set(5)).to.emit(counter, 'NumberSet').withArgs(owner.address, 5n);
    expect(await counter.number()).to.equal(5n);
  });

  test('is as the fixture left it', async () => {
    const counter = await helpers.loadFixture(deploy);
    expect(await counter.number()).to.equal(1n);
  });

  test('reverts with its error', async () => {
    const counter = await helpers.loadFixture(deploy);
    await expect(counter.set(500)).to.be.revertedWithCustomError(counter, 'TooLarge').withArgs(500n);
  });

  test('moves ether', async () => {
    const [one, other] = await ethers.getSigners();
    const sent = one.sendTransaction({ to: other.address, value: 5n });
    await expect(sent).to.changeEtherBalances([one, other], [-5n, 5n]);
  });

  test('goes on in time', async () => {
    const before = await helpers.time.latest();
    await helpers.time.increase(3_600);
    expect(await helpers.time.latest()).to.be.at.least(before + 3_600);
  });

  test('sends as somebody without a key, and goes back', async () => {
    const somebody = '0x000000000000000000000000000000000000dEaD';
    const snapshot = await helpers.takeSnapshot();
    await helpers.setBalance(somebody, 10n ** 18n);
    await helpers.impersonateAccount(somebody);
    const signer = await ethers.getSigner(somebody);
    await (await signer.sendTransaction({ to: signer.address, value: 1n })).wait();
    await helpers.mine(10);
    await snapshot.restore();
    expect(await ethers.provider.getBalance(somebody)).to.equal(0n);
  });
});
