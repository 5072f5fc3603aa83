// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { InstrumentId } from "../../src/types/Instrument.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: transferAndUnearmark.
contract TransferAndUnearmarkEntriesTest is EntryFixture {
    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasItNot() external {
        prepareMovement();
        refuses(notHeld(meridian, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        vm.prank(meridian);
        entries.transferAndUnearmark(movement(alpen, baltic));
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        prepareMovement();
        revokeOn(address(entries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        entries.transferAndUnearmark(movement(alpen, baltic));
    }

    function test_P05_CON05_RevertWhen_AnotherDappMovesWhatThisOneHolds() external {
        prepareMovement();
        refuses(notTaken());
        vm.prank(address(deliveries));
        entries.transferAndUnearmark(movement(alpen, baltic));
    }

    function test_RevertWhen_TheMovementDiffers() external {
        prepareMovement();
        refuses(notTaken());
        entries.transferAndUnearmark(movement(alpen, rhone));
    }

    function test_P36_CON15_RevertWhen_TheRegistryIsSuspended() external {
        prepareMovement();
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        entries.transferAndUnearmark(movement(alpen, baltic));
        unsuspend();
        entries.transferAndUnearmark(movement(alpen, baltic));
        isEntry(N1, EntryType.ISSUED, baltic);
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        prepareMovement();
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        refuses(notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
        entries.transferAndUnearmark(movement(alpen, baltic));
    }

    function test_Privilege_INVESTOR_TheReceiverHadItUntilTheTransactionBefore() external {
        prepareMovement();
        revokeOn(address(entries), baltic, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(baltic, Privileges.REGISTRY_INVESTOR));
        entries.transferAndUnearmark(movement(alpen, baltic));
    }

    function test_P38_CON15_RevertWhen_TheReceiverHasLeftTheWhitelist() external {
        note = makePrivateNote();
        entries.earmark(movement(alpen, baltic), side(N1));
        entries.setReceivingAccount(movement(alpen, baltic), side(N2));
        unlistBaltic();
        refuses(notWhitelisted(baltic));
        entries.transferAndUnearmark(movement(alpen, baltic));
        vm.prank(issuer);
        instruments.makePublic(InstrumentId.wrap("private"));
        entries.transferAndUnearmark(movement(alpen, baltic));
        isEntry(N2, EntryType.ISSUED, baltic);
    }

    function test_RevertWhen_OneSideIsMissing() external {
        entries.earmark(movement(alpen, baltic), side(A1));
        refuses(abi.encodeWithSelector(IRegistry.ReceivingAccountMissing.selector, REF));
        entries.transferAndUnearmark(movement(alpen, baltic));
        entries.unearmark(movement(alpen, baltic));
        entries.setReceivingAccount(movement(alpen, baltic), side(N1));
        refuses(notTaken());
        entries.transferAndUnearmark(movement(alpen, baltic));
    }

    function test_P12_RevertWhen_MovedTwice() external {
        prepareMovement();
        entries.transferAndUnearmark(movement(alpen, baltic));
        refuses(notTaken());
        entries.transferAndUnearmark(movement(alpen, baltic));
        refuses(notTaken());
        entries.unearmark(movement(alpen, baltic));
    }

    function test_RevertWhen_AnExpiredInstrumentIsIssued() external {
        entries.setReceivingAccount(movement(meridian, rhone), side(N1));
        vm.prank(issuer);
        instruments.expireInstrument(InstrumentId.wrap("note"));
        refuses(abi.encodeWithSelector(IRegistry.InstrumentNotIssuable.selector, InstrumentId.wrap("note")));
        entries.transferAndUnearmark(movement(meridian, rhone));
    }

    function test_P04_TheSendersEndAndTheReceiversBegin_InOneEvent() external {
        prepareMovement();
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            REF,
            RegistryEntryAction.TRANSFER,
            RegistryEntryAction.TRANSFER,
            alpen,
            baltic,
            list(A1, A2),
            list(N1)
        );
        entries.transferAndUnearmark(movement(alpen, baltic));
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(A2, EntryType.TERMINATED, alpen);
        isEntry(N1, EntryType.ISSUED, baltic);
        same(entries.numEntries(note), 3, "entries");
        (bool isEarmarked, bool isReceivingAccountSet) =
            entries.preparedSides(address(this), movement(alpen, baltic));
        check(!isEarmarked && !isReceivingAccountSet, "sides");
    }

    function test_P02_AnIssueOnlyBegins() external {
        entries.setReceivingAccount(movement(meridian, rhone), side(N1, N2));
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            REF,
            RegistryEntryAction.NONE,
            RegistryEntryAction.ISSUE,
            address(0),
            rhone,
            new bytes32[](0),
            list(N1, N2)
        );
        entries.transferAndUnearmark(movement(meridian, rhone));
        isEntry(N1, EntryType.ISSUED, rhone);
        same(entries.numEntries(note), 6, "entries");
    }

    function test_P02_ATerminationOnlyEnds() external {
        entries.earmark(movement(alpen, meridian), side(A1, A2));
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            REF,
            RegistryEntryAction.TERMINATE_ENTRY,
            RegistryEntryAction.NONE,
            alpen,
            address(0),
            list(A1, A2),
            new bytes32[](0)
        );
        entries.transferAndUnearmark(movement(alpen, meridian));
        isEntry(A1, EntryType.TERMINATED, alpen);
        same(entries.numEntries(note), 2, "entries");
    }

    function test_P07_NoFingerprintIsUsedAgain() external {
        prepareMovement();
        entries.transferAndUnearmark(movement(alpen, baltic));
        refuses(used(A1));
        issueTo(alpen, list(A1));
        refuses(used(N1));
        issueTo(alpen, list(N1));
        refuses(ofOtherType(A1, EntryType.TERMINATED, EntryType.ISSUED));
        entries.earmark(movement(alpen, baltic), side(A1));
    }

    function testFuzz_P04_TheNamedEntriesEndAndBegin(uint256 numSpent, uint256 numCreated) external {
        (numSpent, numCreated) = (1 + numSpent % 8, 1 + numCreated % 8);
        bytes32[] memory spent = many("spent", numSpent);
        bytes32[] memory created_ = many("created", numCreated);
        issueTo(alpen, spent);
        entries.earmark(movement(alpen, baltic), abi.encode(spent));
        entries.setReceivingAccount(movement(alpen, baltic), abi.encode(created_));
        (bytes32[] memory heldNow, bytes32[] memory named) =
            entries.preparedEntries(address(this), movement(alpen, baltic));
        same(keccak256(abi.encode(heldNow)), keccak256(abi.encode(spent)), "held");
        same(keccak256(abi.encode(named)), keccak256(abi.encode(created_)), "named");
        entries.transferAndUnearmark(movement(alpen, baltic));
        for (uint256 i; i < numSpent; ++i) {
            isEntry(spent[i], EntryType.TERMINATED, alpen);
        }
        for (uint256 i; i < numCreated; ++i) {
            isEntry(created_[i], EntryType.ISSUED, baltic);
        }
        same(entries.numEntries(note), 4 + numCreated, "entries");
    }
}
