// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType, RegistryEntryAction } from "../../src/types/Entry.sol";
import { CreationMark } from "../../src/types/Instrument.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: transfer.
contract TransferEntriesTest is EntryFixture {
    function setUp() public override {
        super.setUp();
        whitelistSender(alpen);
    }

    function _transfer(address by, bytes32[] memory spent, address receiver, bytes32[] memory created_)
        private
    {
        vm.prank(by);
        entries.transfer(note, spent, receiver, created_);
    }

    function test_RevertWhen_TheSenderIsNotWhitelistedByTheRegistrar() external {
        refuses(abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, note, baltic));
        _transfer(baltic, list(B1), alpen, list(N1));
        vm.prank(meridian);
        entries.setSenderWhitelisted(note, alpen, false);
        refuses(abi.encodeWithSelector(IRegistration.SenderNotWhitelisted.selector, note, alpen));
        _transfer(alpen, list(A1), baltic, list(N1));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        refuses(notHeld(alpen, Privileges.REGISTRY_INVESTOR));
        _transfer(alpen, list(A1), baltic, list(N1));
    }

    function test_P26_ABlacklistedTenantReceivesNoTransferredEntries() external {
        blacklist(baltic);
        refuses(blacklisted(baltic));
        _transfer(alpen, list(A1), baltic, list(N1));
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        refuses(notRegistered(RegistryState.SUSPENDED));
        _transfer(alpen, list(A1), baltic, list(N1));
        unsuspend();
        _transfer(alpen, list(A1), baltic, list(N1));
        isEntry(N1, EntryType.ISSUED, baltic);
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        startExporting();
        refuses(notRegistered(RegistryState.EXPORTING));
        _transfer(alpen, list(A1), baltic, list(N1));
    }

    function test_RevertWhen_TheReceiverIsNoInvestorTheRegistrarOrTheSender() external {
        refuses(notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _transfer(alpen, list(A1), stranger, list(N1));
        refuses(withoutInvestor());
        _transfer(alpen, list(A1), meridian, list(N1));
        refuses(abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
        _transfer(alpen, list(A1), alpen, list(N1));
    }

    function test_P39_RevertWhen_TheReceiverIsNotWhitelisted() external {
        note = makePrivateNote();
        whitelistSender(alpen);
        refuses(notWhitelisted(rhone));
        _transfer(alpen, list(N1), rhone, list(N2));
    }

    function test_P38_CON15_RevertWhen_TheReceiverHasLeftTheWhitelist() external {
        note = makePrivateNote();
        whitelistSender(alpen);
        unlistBaltic();
        refuses(notWhitelisted(baltic));
        _transfer(alpen, list(N1), baltic, list(N2));
    }

    function test_RevertWhen_TheEntryIsNotTheSenders() external {
        refuses(notOwned(B1, alpen));
        _transfer(alpen, list(B1), rhone, list(N1));
        refuses(notKnown(N2));
        _transfer(alpen, list(N2), rhone, list(N1));
    }

    function test_RevertWhen_TheEntryIsOfAnotherRegistry() external {
        RegistryId other = makeNote(meridian, "other", CreationMark.NONE);
        vm.startPrank(meridian);
        entries.issue(other, list(N1), alpen);
        entries.setSenderWhitelisted(other, alpen, true);
        vm.stopPrank();
        refuses(notKnown(N1));
        _transfer(alpen, list(N1), baltic, list(N2));
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryUnknown.selector, other, A1));
        vm.prank(alpen);
        entries.transfer(other, list(A1), baltic, list(N2));
    }

    function test_P05_CON05_RevertWhen_TheEntryIsEarmarked() external {
        prepareMovement();
        refuses(held(A2, address(this)));
        _transfer(alpen, list(A3, A2), rhone, list(N2));
    }

    function test_P12_RevertWhen_TheEntryHasEndedOrIsMarked() external {
        _transfer(alpen, list(A1), baltic, list(N1));
        refuses(ofOtherType(A1, EntryType.TERMINATED, EntryType.ISSUED));
        _transfer(alpen, list(A1), baltic, list(N2));
        vm.prank(alpen);
        entries.markAsRedeemable(note, list(A2));
        refuses(ofOtherType(A2, EntryType.REDEEMABLE, EntryType.ISSUED));
        _transfer(alpen, list(A2), baltic, list(N2));
    }

    function test_P04_RevertWhen_AnEntryIsSpentTwiceInOneCall() external {
        refuses(ofOtherType(A1, EntryType.TERMINATED, EntryType.ISSUED));
        _transfer(alpen, list(A1, A1), baltic, list(N1));
    }

    function test_P07_RevertWhen_AFingerprintWasUsedBefore() external {
        refuses(used(A1));
        _transfer(alpen, list(A1), baltic, list(A1));
        refuses(used(B1));
        _transfer(alpen, list(A1), baltic, list(B1));
    }

    function test_P07_RevertWhen_TheReceiversIsOnlyPreparedForIt() external {
        vm.prank(meridian);
        entries.prepareEntry(note, list(N1), baltic);
        refuses(used(N1));
        _transfer(alpen, list(A1), baltic, list(N1));
    }

    function test_RevertWhen_NothingIsSpentOrCreated() external {
        refuses(noneGiven());
        _transfer(alpen, new bytes32[](0), baltic, list(N1));
        refuses(noneGiven());
        _transfer(alpen, list(A1), baltic, new bytes32[](0));
    }

    function test_RevertWhen_ThereAreTooMany() external {
        refuses(tooMany(101, 100));
        _transfer(alpen, many("many", 101), baltic, list(N1));
        refuses(tooMany(101, 100));
        _transfer(alpen, list(A1), baltic, many("many", 101));
    }

    function test_P04_Privilege_INVESTOR_HasIt_AndOneEventTellsWhatEndsAndWhatBegins() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesChanged(
            note,
            0,
            RegistryEntryAction.TRANSFER,
            RegistryEntryAction.TRANSFER,
            alpen,
            rhone,
            list(A1, A2),
            list(N1)
        );
        _transfer(alpen, list(A1, A2), rhone, list(N1));
        isEntry(A1, EntryType.TERMINATED, alpen);
        isEntry(A2, EntryType.TERMINATED, alpen);
        isEntry(A3, EntryType.ISSUED, alpen);
        isEntry(N1, EntryType.ISSUED, rhone);
        same(entries.numEntries(note), 3, "entries");
    }
}
