// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: setReceivingAccount.
contract SetReceivingAccountEntriesTest is EntryFixture {
    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasItNot() external {
        refuses(notHeld(baltic, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        vm.prank(baltic);
        entries.setReceivingAccount(movement(alpen, baltic), side(N1));
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        entries.setReceivingAccount(movement(alpen, baltic), side(N1));
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        entries.setReceivingAccount(movement(alpen, baltic), side(N1));
    }

    function test_RevertWhen_TheMovementCouldNotBeMade() external {
        IRegistry.Movement memory wrong = movement(alpen, baltic);
        wrong.quantity = 1;
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryQuantityPublic.selector, 1));
        entries.setReceivingAccount(wrong, side(N1));
        wrong = movement(alpen, baltic);
        wrong.registrar = nordhafen;
        refuses(notItsRegistrar(nordhafen));
        entries.setReceivingAccount(wrong, side(N1));
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        entries.setReceivingAccount(movement(alpen, stranger), side(N1));
    }

    function test_P39_RevertWhen_TheReceiverIsNotWhitelisted() external {
        note = makePrivateNote();
        refuses(notWhitelisted(rhone));
        entries.setReceivingAccount(movement(alpen, rhone), side(N2));
    }

    function test_RevertWhen_TheRegistrarWouldReceive() external {
        refuses(withoutInvestor());
        entries.setReceivingAccount(movement(alpen, meridian), side(N1));
    }

    function test_RevertWhen_TheDataIsNotCanonicalOrTooLong() external {
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryDataInvalid.selector, bytes("")));
        entries.setReceivingAccount(movement(alpen, baltic), "");
        refuses(tooMany(9, 8));
        entries.setReceivingAccount(movement(alpen, baltic), abi.encode(many("many", 9)));
    }

    function test_P07_RevertWhen_AFingerprintIsUsedOrReserved() external {
        refuses(used(A1));
        entries.setReceivingAccount(movement(alpen, baltic), side(A1));
        refuses(used(N1));
        entries.setReceivingAccount(movement(alpen, baltic), side(N1, N1));
        prepareMovement();
        refuses(used(N1));
        entries.setReceivingAccount(movement(alpen, rhone), side(N1));
    }

    function test_RevertWhen_AFingerprintIsMissing() external {
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryFingerprintMissing.selector));
        entries.setReceivingAccount(movement(alpen, baltic), side(N1, 0));
    }

    function test_TheFingerprintsAreReservedAndNotAliveYet() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesReserved(note, REF, baltic, address(this), list(N1, N2));
        entries.setReceivingAccount(movement(alpen, baltic), side(N1, N2));
        isEntry(N1, EntryType.NONE, baltic, address(this));
        check(!entries.checkEntryExists(note, N1), "exists already");
        same(entries.numEntries(note), 4, "entries");
        (bool isEarmarked, bool isReceivingAccountSet) =
            entries.preparedSides(address(this), movement(alpen, baltic));
        check(!isEarmarked && isReceivingAccountSet, "sides");
    }

    function test_NamedAgain_ThoseNamedBeforeAreForgotten() external {
        entries.setReceivingAccount(movement(alpen, baltic), side(N1, N2));
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesUnreserved(note, REF, baltic, address(this), list(N1, N2));
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesReserved(note, REF, baltic, address(this), list(N2, N3));
        entries.setReceivingAccount(movement(alpen, baltic), side(N2, N3));
        isEntry(N1, EntryType.NONE, address(0));
        isEntry(N2, EntryType.NONE, baltic, address(this));
        isEntry(N3, EntryType.NONE, baltic, address(this));
        issueTo(alpen, list(N1));
        isEntry(N1, EntryType.ISSUED, alpen);
        (, bytes32[] memory named) = entries.preparedEntries(address(this), movement(alpen, baltic));
        same(keccak256(abi.encode(named)), keccak256(abi.encode(list(N2, N3))), "named");
    }
}
