// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { TokenFixture } from "../support/TokenFixture.sol";
import { Mischief, Trick } from "../support/tokens/Mischief.sol";
import { PlainToken } from "../support/tokens/PlainToken.sol";

/// @title Legs of every kind in one delivery, with the delivery manager itself.
contract MixedDeliveryTest is TokenFixture {
    /// @dev 400 bonds and a deed from Alpen to Baltic, against a lock of 300, a payment of 100 and cash.
    function _mixed() private view returns (Leg[] memory legs) {
        legs = new Leg[](5);
        legs[0] = digital(bond, meridian, alpen, baltic, 400);
        legs[0].senderData = data(1);
        legs[1] = paid(LegType.HTLC, address(token), baltic, alpen, 300);
        legs[2] = paid(LegType.ERC20, address(token), baltic, alpen, 100);
        legs[3] = cash(baltic, alpen);
        legs[4] = deed(alpen, baltic, 1);
    }

    /// @dev Everybody has confirmed but the registrar, and Alpen has not unlocked.
    function _matched() private returns (DeliveryId id, Leg[] memory legs) {
        legs = _mixed();
        id = created(legs);
        _confirmFirst(baltic, id, legs);
        report(baltic, id, legs, 3);
        lock(baltic, id, legs, 1, KEY, inADay());
        receive_(alpen, id, legs, 3);
    }

    /// @dev With account 1 for the first leg, the only one that knows accounts.
    function _confirmFirst(address by, DeliveryId id, Leg[] memory legs) private {
        bytes[] memory accounts = new bytes[](legs.length);
        accounts[0] = data(1);
        confirmWith(by, id, legs, accounts);
    }

    function _nothingMoved() private view {
        holds(bond, alpen, 1, 1_000, 0);
        holds(bond, baltic, 1, 1_000, 0);
        same(token.balanceOf(alpen), 1_000, "Alpen's");
        same(token.balanceOf(baltic), 1_000, "Baltic's");
        same(items.ownerOf(1), alpen, "the deed");
    }

    function _everythingMoved() private view {
        holds(bond, alpen, 1, 600, 0);
        holds(bond, baltic, 1, 1_400, 0);
        same(token.balanceOf(alpen), 1_400, "Alpen's");
        same(token.balanceOf(baltic), 600, "Baltic's");
        same(token.balanceOf(address(htlcLegs)) + token.balanceOf(address(erc20Legs)), 0, "in escrow");
        same(items.ownerOf(1), baltic, "the deed");
    }

    function test_P18_RevertWhen_UnlockedWhileTheRegistrarOwes() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        bytes memory err = abi.encodeWithSelector(IDeliveryManager.DeliveryUnlockedLast.selector, id);
        refuses(err);
        unlock(alpen, id, legs, 1, KEY);
        refuses(err);
        htlcLegs.deliver(id, legs, 1, abi.encode(KEY));
        check(!htlcLegs.locks(deliveries.legReference(id, 1)).isUnlocked, "unlocked");
    }

    function test_P18_CON11_RevertWhen_TheKeyIsWrong() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        confirm(meridian, id, legs);
        bytes32 legRef = deliveries.legReference(id, 1);
        bytes memory err = abi.encodeWithSelector(ILockingLegManager.LockKeyInvalid.selector, legRef);
        refuses(err);
        unlock(alpen, id, legs, 1, "another key");
        refuses(err);
        htlcLegs.deliver(id, legs, 1, abi.encodePacked(KEY, hex"00"));
        isIn(id, DeliveryState.PENDING);
    }

    function test_P18_CON11_RevertWhen_CanceledBeforeTheDeadline() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLocked.selector, id));
        cancel(alpen, id, legs);
        bytes32 legRef = deliveries.legReference(id, 1);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockNotExpired.selector, legRef, inADay()));
        vm.prank(baltic);
        deliveries.unlockAndCancel(id, legs, 0);
    }

    function test_RevertWhen_DeliveredWithOtherLegs() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        confirm(meridian, id, legs);
        legs[1].quantity = 1;
        refuses(abi.encodeWithSelector(IDeliveryManager.DeliveryLegsMismatch.selector, id));
        htlcLegs.deliver(id, legs, 1, abi.encode(KEY));
    }

    function test_RevertWhen_TheReceiverNamesAnAccountOfAToken() external {
        Leg[] memory legs = _mixed();
        DeliveryId id = created(legs);
        bytes[] memory accounts = new bytes[](legs.length);
        (accounts[0], accounts[2]) = (data(1), data(1));
        refuses(abi.encodeWithSignature("LegDataUnexpected()"));
        confirmWith(baltic, id, legs, accounts);
    }

    function test_P10_TheReceiverUnlocksAndAllLegsAreDelivered() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
        same(token.balanceOf(address(htlcLegs)), 300, "locked");
        same(items.ownerOf(1), address(erc721Legs), "the deed in escrow");
        unlock(alpen, id, legs, 1, KEY);
        isIn(id, DeliveryState.SETTLED);
        same(deliveries.deliveries(id).numLegsDelivered, 5, "delivered");
        _everythingMoved();
    }

    function test_P18_AnybodyWhoKnowsTheKeyHasAllLegsDelivered() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        confirm(meridian, id, legs);
        vm.prank(address(0xA11));
        htlcLegs.deliver(id, legs, 1, abi.encode(KEY));
        isIn(id, DeliveryState.SETTLED);
        _everythingMoved();
    }

    function test_M3_P10_P42_P44_AfterTheDeadlineTheLockComesBackAndAfterTheVotesTheRest() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        vm.warp(inADay());
        vm.prank(baltic);
        deliveries.unlockAndCancel(id, legs, 0);
        isIn(id, DeliveryState.PENDING);
        same(token.balanceOf(address(htlcLegs)), 0, "locked");
        holds(bond, alpen, 1, 1_000, 400);
        cancel(baltic, id, legs);
        isIn(id, DeliveryState.PENDING);
        cancel(alpen, id, legs);
        isIn(id, DeliveryState.CANCELED);
        _nothingMoved();
        refuses(
            abi.encodeWithSelector(IDeliveryManager.DeliveryNotPending.selector, id, DeliveryState.CANCELED)
        );
        unlock(alpen, id, legs, 1, KEY);
    }

    function test_P10_P42_AnUnmatchedDeliveryGivesBackWhatItHeld() external {
        Leg[] memory legs = _mixed();
        DeliveryId id = created(legs);
        same(items.ownerOf(1), address(erc721Legs), "the deed in escrow");
        cancel(baltic, id, legs);
        _nothingMoved();
    }

    function test_P13_CON04_RevertWhen_ATokenRefusesToSettle() external {
        Leg[] memory legs = _againstCrooked();
        DeliveryId id = created(legs);
        _confirmFirst(baltic, id, legs);
        crooked.play(Trick.REVERT_LATE);
        refuses(abi.encodeWithSelector(Mischief.MischiefRefused.selector));
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.PENDING);
        holds(bond, alpen, 1, 1_000, 400);
        crooked.play(Trick.NONE);
        confirm(meridian, id, legs);
        isIn(id, DeliveryState.SETTLED);
        same(crooked.balanceOf(alpen), 1_100, "Alpen's");
    }

    /// @dev Otherwise the second lock's debt would replace the first one's, and its tokens would stay forever.
    function test_M3_P42_RevertWhen_ALegIsLockedAgainWhileItsFirstLockIsOwed() external {
        Leg[] memory legs = new Leg[](3);
        (legs[0], legs[1]) = (_againstCrooked()[0], _againstCrooked()[1]);
        (legs[1].legType, legs[1].senderData) = (LegType.HTLC, anyTerms());
        legs[2] = cash(baltic, alpen);
        DeliveryId id = created(legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        report(baltic, id, legs, 2);
        vm.warp(inADay());
        crooked.play(Trick.REVERT_LATE);
        vm.prank(baltic);
        deliveries.unlockAndCancel(id, legs, 0);
        crooked.play(Trick.NONE);
        bytes32 legRef = deliveries.legReference(id, 1);
        (uint64 deadline, bytes32 hash) = (inADay(), sha256(abi.encode("another key")));
        vm.prank(baltic);
        refuses(abi.encodeWithSelector(IEscrowLegManager.LegAlreadyHeld.selector, legRef));
        deliveries.confirmAndLockLeg(id, legs, 1, "", hash, deadline);
        htlcLegs.reclaim(legRef, legs[1]);
        same(crooked.balanceOf(baltic), 1_000, "Baltic's");
        lock(baltic, id, legs, 1, "another key", deadline);
        cancel(meridian, id, legs);
        same(crooked.balanceOf(baltic), 1_000, "Baltic's again");
    }

    function test_P43_CON04_ATokenThatRefusesDoesNotKeepTheOtherLegs() external {
        Leg[] memory legs = _againstCrooked();
        DeliveryId id = created(legs);
        _confirmFirst(baltic, id, legs);
        crooked.play(Trick.BURN_GAS);
        vm.prank(meridian);
        deliveries.cancelDelivery{ gas: 1_000_000 }(id, legs, bytes32("reason"));
        isIn(id, DeliveryState.CANCELED);
        holds(bond, alpen, 1, 1_000, 0);
        bytes32 legRef = deliveries.legReference(id, 1);
        check(erc20Legs.isOwed(legRef), "not owed");
        crooked.play(Trick.NONE);
        erc20Legs.reclaim(legRef, legs[1]);
        same(crooked.balanceOf(baltic), 1_000, "Baltic's");
    }

    function test_P20_CON04_ATokenCannotCallTheDeliveryManagerBack() external {
        Leg[] memory legs = _againstCrooked();
        (legs[1].legType, legs[1].senderData) = (LegType.HTLC, anyTerms());
        DeliveryId id = created(legs);
        _confirmFirst(baltic, id, legs);
        lock(baltic, id, legs, 1, KEY, inADay());
        confirm(meridian, id, legs);
        bytes memory callback = abi.encodeCall(ILockingLegManager.deliver, (id, legs, 1, abi.encode(KEY)));
        crooked.reenter(Trick.REENTER, address(htlcLegs), callback);
        unlock(alpen, id, legs, 1, KEY);
        same(crooked.numReentered(), 1, "did not call back");
        same(crooked.numSucceeded(), 0, "called back");
        same(crooked.balanceOf(alpen), 1_100, "Alpen's");
        holds(bond, baltic, 1, 1_400, 0);
    }

    /// @dev Alpen locks first and so for longer; whoever learns a key by an unlocking has time left for the own one.
    function test_P18_TwoLocksAgainstEachOtherExpireInOrder() external {
        (DeliveryId id, Leg[] memory legs) = _twoLocks();
        unlock(alpen, id, legs, 1, "second key");
        isIn(id, DeliveryState.PENDING);
        same(token.balanceOf(alpen), 600, "Alpen's");
        unlock(baltic, id, legs, 0, KEY);
        isIn(id, DeliveryState.SETTLED);
        same(token.balanceOf(alpen), 700, "Alpen's");
        same(token.balanceOf(baltic), 1_300, "Baltic's");
    }

    function test_P18_RevertWhen_TheSecondLockDoesNotExpireEarlier() external {
        Leg[] memory legs = _exchange();
        DeliveryId id = created(legs);
        uint64 deadline = inADay();
        lock(alpen, id, legs, 0, KEY, deadline);
        bytes32 hash = sha256(abi.encode("second key"));
        refuses(
            abi.encodeWithSelector(
                ILockingLegManager.LockDeadlineTooLate.selector, deadline, deadline - 1 hours
            )
        );
        vm.prank(baltic);
        deliveries.confirmAndLockLeg(id, legs, 1, "", hash, deadline);
    }

    function test_P10_P43_OneOfTwoUnlockedAndTheOtherExpiredComeBackBoth() external {
        (DeliveryId id, Leg[] memory legs) = _twoLocks();
        unlock(alpen, id, legs, 1, "second key");
        vm.warp(inADay());
        vm.prank(alpen);
        deliveries.unlockAndCancel(id, legs, 0);
        same(token.balanceOf(alpen), 1_000, "Alpen's");
        same(token.balanceOf(baltic), 1_000, "Baltic's");
    }

    function test_TenantsApproveByTheirControllers() external {
        PlainToken euro = new PlainToken();
        registerDapp(address(euro), DappType.TOKEN, "EUR");
        euro.mint(baltic, 100);
        address user = address(0x05E2);
        grantUser(baltic, user, Privileges.USER_DAPP_USER);
        grantUser(baltic, user, Privileges.DELIVERY_BACKOFFICE);
        Leg[] memory legs = _againstCrooked();
        legs[1].assetManager = address(euro);
        DeliveryId id = created(legs);
        bytes[] memory accounts = new bytes[](2);
        accounts[0] = data(1);
        _delegate(user, address(euro), abi.encodeCall(euro.approve, (address(erc20Legs), 100)));
        _delegate(
            user, address(deliveries), abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, accounts))
        );
        same(euro.balanceOf(address(erc20Legs)), 100, "in escrow");
        confirm(meridian, id, legs);
        same(euro.balanceOf(alpen), 100, "Alpen's");
    }

    /// @dev By a controller of Baltic that lets the user make this call.
    function _delegate(address user, address dapp, bytes memory callData) private {
        SelectorConfig[] memory config = new SelectorConfig[](1);
        config[0] = SelectorConfig(bytes4(callData), Privileges.DELIVERY_BACKOFFICE, 1);
        vm.prank(baltic);
        IDappController controller = IDappController(factory.createGenericDAPPController(dapp, config));
        Call[] memory calls = new Call[](1);
        calls[0] = Call(dapp, callData);
        vm.prank(user);
        controller.delegateBatchWithMultisig(calls, new Signature[](0), openTerms(0));
    }

    /// @dev 400 bonds from Alpen to Baltic against 100 of a bad token.
    function _againstCrooked() private view returns (Leg[] memory legs) {
        legs = two(
            digital(bond, meridian, alpen, baltic, 400),
            paid(LegType.ERC20, address(crooked), baltic, alpen, 100)
        );
        legs[0].senderData = data(1);
    }

    function _exchange() private view returns (Leg[] memory) {
        return two(
            paid(LegType.HTLC, address(token), alpen, baltic, 400),
            paid(LegType.HTLC, address(token), baltic, alpen, 100)
        );
    }

    function _twoLocks() private returns (DeliveryId id, Leg[] memory legs) {
        legs = _exchange();
        id = created(legs);
        lock(alpen, id, legs, 0, KEY, inADay());
        lock(baltic, id, legs, 1, "second key", inADay() - 1 hours);
    }

    function test_L10_ATokenThatIsUnregisteredMeanwhileIsStillSettledOrGivenBack() external {
        (DeliveryId id, Leg[] memory legs) = _matched();
        vm.startPrank(operator);
        platform.unregisterDAPP(address(token));
        platform.unregisterDAPP(address(items));
        vm.stopPrank();
        uint256 before = vm.snapshotState();
        confirm(meridian, id, legs);
        unlock(alpen, id, legs, 1, KEY);
        _everythingMoved();
        vm.revertToState(before);
        vm.warp(block.timestamp + 2 days);
        vm.prank(alpen);
        deliveries.unlockAndCancel(id, legs, "reason");
        cancel(meridian, id, legs);
        _nothingMoved();
    }
}
