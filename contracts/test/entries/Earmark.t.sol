// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { RegistryId, RegistryState } from "../../src/types/Registry.sol";
import { EntryFixture } from "./EntryFixture.sol";

/// @title EntryRegistryManager: earmark, and checkMovement, which asks the same of a movement.
contract EarmarkEntriesTest is EntryFixture {
    function _refused(IRegistry.Movement memory wrong, bytes memory err) private {
        refuses(err);
        entries.checkMovement(wrong);
        refuses(err);
        entries.earmark(wrong, side(A1));
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasItNot() external {
        refuses(notHeld(alpen, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        vm.prank(alpen);
        entries.earmark(movement(alpen, baltic), side(A1));
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(address(this), Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        entries.earmark(movement(alpen, baltic), side(A1));
    }

    function test_RevertWhen_TheRegistryIsUnknown() external {
        IRegistry.Movement memory wrong = movement(alpen, baltic);
        wrong.registryId = RegistryId.wrap("unknown");
        _refused(wrong, abi.encodeWithSelector(IRegistration.RegistryUnknown.selector, bytes32("unknown")));
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        suspend();
        _refused(movement(alpen, baltic), notRegistered(RegistryState.SUSPENDED));
    }

    function test_P37_RevertWhen_TheRegistryIsExporting() external {
        startExporting();
        _refused(movement(alpen, baltic), notRegistered(RegistryState.EXPORTING));
    }

    function test_RevertWhen_ItTakesAnotherForTheRegistrar() external {
        IRegistry.Movement memory wrong = movement(alpen, baltic);
        wrong.registrar = nordhafen;
        _refused(wrong, notItsRegistrar(nordhafen));
    }

    function test_Privilege_REGISTRAR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), meridian, Privileges.REGISTRY_REGISTRAR);
        _refused(movement(alpen, baltic), notHeld(meridian, Privileges.REGISTRY_REGISTRAR));
    }

    function test_RevertWhen_TheMovementHasAQuantity() external {
        IRegistry.Movement memory wrong = movement(alpen, baltic);
        wrong.quantity = 1;
        _refused(wrong, abi.encodeWithSelector(IEntryRegistryManager.EntryQuantityPublic.selector, 1));
    }

    function test_RevertWhen_SenderAndReceiverAreOne() external {
        _refused(movement(alpen, alpen), abi.encodeWithSelector(IRegistry.MovementSelf.selector, alpen));
    }

    function test_RevertWhen_APartyIsNoInvestor() external {
        _refused(movement(stranger, baltic), notHeld(stranger, Privileges.REGISTRY_INVESTOR));
        _refused(movement(alpen, stranger), notHeld(stranger, Privileges.REGISTRY_INVESTOR));
    }

    function test_Privilege_INVESTOR_HadItUntilTheTransactionBefore() external {
        revokeOn(address(entries), alpen, Privileges.REGISTRY_INVESTOR);
        _refused(movement(alpen, baltic), notHeld(alpen, Privileges.REGISTRY_INVESTOR));
    }

    function test_P39_RevertWhen_TheReceiverIsNotWhitelisted() external {
        note = makePrivateNote();
        _refused(movement(alpen, rhone), notWhitelisted(rhone));
    }

    function test_RevertWhen_TheRegistrarWouldGive() external {
        entries.checkMovement(movement(meridian, alpen));
        refuses(withoutInvestor());
        entries.earmark(movement(meridian, alpen), side(A1));
    }

    function test_P07_RevertWhen_TheDataIsNotCanonical() external {
        bytes[6] memory wrong = [
            bytes(""),
            abi.encode(uint256(1)),
            abi.encode(new bytes32[](0)),
            abi.encodePacked(side(A1), A2),
            abi.encodePacked(side(A1), uint8(0)),
            abi.encode(uint256(64), uint256(1), A1)
        ];
        for (uint256 i; i < wrong.length; ++i) {
            refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryDataInvalid.selector, wrong[i]));
            entries.earmark(movement(alpen, baltic), wrong[i]);
        }
        bytes memory cut = abi.encode(uint256(32), uint256(2), A1);
        refuses(abi.encodeWithSelector(IEntryRegistryManager.EntryDataInvalid.selector, cut));
        entries.earmark(movement(alpen, baltic), cut);
    }

    function test_RevertWhen_ThereAreMoreThanEight() external {
        refuses(tooMany(9, 8));
        entries.earmark(movement(alpen, baltic), abi.encode(many("many", 9)));
        bytes memory huge = abi.encode(uint256(32), type(uint256).max);
        refuses(tooMany(type(uint256).max, 8));
        entries.earmark(movement(alpen, baltic), huge);
    }

    function test_RevertWhen_TheEntryIsNotTheSenders() external {
        refuses(notOwned(B1, alpen));
        entries.earmark(movement(alpen, baltic), side(A1, B1));
        refuses(notKnown(N1));
        entries.earmark(movement(alpen, baltic), side(N1));
    }

    function test_P03_CON05_RevertWhen_TheEntryIsEarmarkedAlready() external {
        entries.earmark(movement(alpen, baltic), side(A1));
        IRegistry.Movement memory other = movement(alpen, rhone);
        refuses(held(A1, address(this)));
        entries.earmark(other, side(A2, A1));
        refuses(held(A2, address(this)));
        entries.earmark(other, side(A2, A2));
    }

    function test_RevertWhen_TheMovementHoldsSomethingAlready() external {
        entries.earmark(movement(alpen, baltic), side(A1));
        refuses(abi.encodeWithSelector(IRegistry.EarmarkAlreadyTaken.selector, REF));
        entries.earmark(movement(alpen, baltic), side(A2));
    }

    function test_RevertWhen_TheEntryIsOnlyReserved() external {
        prepareMovement();
        refuses(held(N1, address(this)));
        entries.earmark(movement(baltic, alpen), side(N1));
    }

    function test_P03_Privilege_EARMARK_PROTOCOL_DAPP_HasIt_AndItSaysWhoHolds() external {
        vm.expectEmit(address(entries));
        emit IEntryRegistryManager.EntriesEarmarked(note, REF, alpen, address(this), list(A1, A2));
        entries.earmark(movement(alpen, baltic), side(A1, A2));
        isEntry(A1, EntryType.ISSUED, alpen, address(this));
        isEntry(A2, EntryType.ISSUED, alpen, address(this));
        isEntry(A3, EntryType.ISSUED, alpen);
        (bool isEarmarked, bool isReceivingAccountSet) =
            entries.preparedSides(address(this), movement(alpen, baltic));
        check(isEarmarked && !isReceivingAccountSet, "sides");
        (isEarmarked,) = entries.preparedSides(address(deliveries), movement(alpen, baltic));
        check(!isEarmarked, "another dApp's");
    }

    function test_SeveralDappsAreDistinguished() external {
        entries.earmark(movement(alpen, baltic), side(A1));
        acceptProtocol(address(entries), stranger);
        vm.prank(stranger);
        entries.earmark(movement(alpen, baltic), side(A2));
        isEntry(A1, EntryType.ISSUED, alpen, address(this));
        isEntry(A2, EntryType.ISSUED, alpen, stranger);
        vm.prank(alpen);
        refuses(held(A2, stranger));
        entries.reorg(note, list(A2), list(N1));
    }
}
