// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IChainRegistryManager } from "../../src/interfaces/IChainRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title ChainRegistryManager: transferAndUnearmark.
contract TransferAndUnearmarkTest is MovementFixture {
    function setUp() public override {
        super.setUp();
        _earmark(dapp, _movement(), CHAIN);
        _name(dapp, _movement(), CHAIN);
    }

    function _notTaken() private pure returns (bytes memory) {
        return abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("movement"));
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        _revoke(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        _settle(dapp, _movement());
    }

    function test_P05_RevertWhen_AnotherDappEarmarkedIt() external {
        refuses(_notTaken());
        _settle(address(deliveries), _movement());
    }

    function test_RevertWhen_TheMovementIsAnother() external {
        IRegistry.Movement memory other = _movement();
        other.receiver = rhone;
        refuses(_notTaken());
        _settle(dapp, other);
    }

    function test_RevertWhen_OneSideIsMissing() external {
        IRegistry.Movement memory other = _movement();
        other.movementRef = "other";
        _earmark(dapp, other, CHAIN);
        refuses(abi.encodeWithSelector(IRegistry.ReceivingAccountMissing.selector, bytes32("other")));
        _settle(dapp, other);
        other.movementRef = "third";
        _name(dapp, other, CHAIN);
        refuses(abi.encodeWithSelector(IRegistry.EarmarkNotTaken.selector, bytes32("third")));
        _settle(dapp, other);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        _suspend();
        refuses(_notRegistered(shares, RegistryState.SUSPENDED));
        _settle(dapp, _movement());
    }

    function test_CON15_RevertWhen_TheReceiverMayNoLongerHoldIt() external {
        _configure(meridian, baltic, 2, false);
        refuses(_notOpen(meridian, baltic, 2));
        _settle(dapp, _movement());
        _revoke(baltic, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(baltic, Privileges.REGISTRY_INVESTOR));
        _settle(dapp, _movement());
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        _revoke(meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        _settle(dapp, _movement());
    }

    function test_P12_RevertWhen_MadeTwice() external {
        _settle(dapp, _movement());
        refuses(_notTaken());
        _settle(dapp, _movement());
    }

    function test_P04_Privilege_EARMARK_PROTOCOL_DAPP_HasIt_AndTheQuantityMovesOverItsChain() external {
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAssetsTransferred(
            shares, CHAIN, "movement", alpen, AccountNumber.wrap(1), baltic, AccountNumber.wrap(2), 400
        );
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, alpen, AccountNumber.wrap(1), shares, 600, 0);
        vm.expectEmit(address(chains));
        emit IChainRegistryManager.ChainAccountChanged(CHAIN, baltic, AccountNumber.wrap(2), shares, 400, 0);
        _settle(dapp, _movement());
        _has(CHAIN, alpen, 1, 600, 0, 0);
        _has(CHAIN, baltic, 2, 400, 0, 0);
        _balanced();
    }

    function test_P36_UnsuspendedItSettlesWhatWasEarmarkedBefore() external {
        _suspend();
        vm.prank(meridian);
        chains.unsuspendRegistry(shares, WHY);
        _has(CHAIN, alpen, 1, 1_000, 400, 0);
        _settle(dapp, _movement());
        _has(CHAIN, alpen, 1, 600, 0, 0);
    }
}
