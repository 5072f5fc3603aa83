// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDeliveryManager } from "../../src/interfaces/delivery/IDeliveryManager.sol";
import { AccountDetails } from "../../src/types/Account.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg } from "../../src/types/Leg.sol";
import { ProofFixture } from "./ProofFixture.sol";

/// @title What a settlement moves, and what stops it: bonds from Alpen to Rhone and fund units back, at two registrars.
contract SettlementsProof is ProofFixture {
    /// @dev What happens between the confirmations of the two sides and the last registrar's.
    uint8 private constant FUND_SUSPENDED = 1;
    uint8 private constant RECEIVING_ACCOUNT_CLOSED = 2;
    uint8 private constant RECEIVER_NOT_INVESTOR = 3;
    uint8 private constant REGISTRAR_WITHOUT_PRIVILEGE = 4;

    function check_OneLegSettlesOrNone(uint256 quantity, uint8 event_) external {
        uint256[] memory quantities = new uint256[](1);
        quantities[0] = quantity;
        _settleOrNot(quantities, event_);
    }

    function check_BothOfTwoLegsSettleOrNone(uint256 first, uint256 second, uint8 event_) external {
        uint256[] memory quantities = new uint256[](2);
        (quantities[0], quantities[1]) = (first, second);
        _settleOrNot(quantities, event_);
    }

    function check_AllOfThreeLegsSettleOrNone(uint256[3] calldata parts_, uint8 event_) external {
        uint256[] memory quantities = new uint256[](3);
        for (uint256 i; i < 3; ++i) {
            quantities[i] = parts_[i];
        }
        _settleOrNot(quantities, event_);
    }

    function check_AllOfFourLegsSettleOrNone(uint256[4] calldata parts_, uint8 event_) external {
        uint256[] memory quantities = new uint256[](4);
        for (uint256 i; i < 4; ++i) {
            quantities[i] = parts_[i];
        }
        _settleOrNot(quantities, event_);
    }

    /// @dev A party on the blacklist, or no longer registered as a tenant, stops the settlement of all.
    function check_StandingIsCheckedAtSettlement(uint8 party, bool isBlacklisted) external {
        address tenant = party == 0 ? alpen : party == 1 ? rhone : party == 2 ? meridian : nordhafen;
        Leg[] memory legs = loan();
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        confirm(meridian, id, legs);
        Holding[] memory before = holdings();
        if (isBlacklisted) blacklist(tenant);
        else _unregister(tenant);
        assert(!_confirms(nordhafen, id, legs));
        assert(stateOf(id) == DeliveryState.PENDING);
        assertUnchanged(before);
    }

    function _unregister(address tenant) private {
        vm.prank(operator);
        platform.unregisterTenant(tenant);
    }

    function _settleOrNot(uint256[] memory quantities, uint8 event_) private {
        Leg[] memory legs = _legs(quantities);
        DeliveryId id = created(legs);
        confirmAsInvestor(rhone, id, legs);
        Holding[] memory before = holdings();
        _happens(event_);
        if (legs.length > 1) tries(meridian, address(deliveries), _confirmation(id, legs));
        bool isStopped = event_ >= RECEIVING_ACCOUNT_CLOSED && event_ <= REGISTRAR_WITHOUT_PRIVILEGE
            || event_ == FUND_SUSPENDED && legs.length > 1;
        assert(_confirms(legs.length > 1 ? nordhafen : meridian, id, legs) == !isStopped);
        assert((stateOf(id) == DeliveryState.SETTLED) == !isStopped);
        assert(deliveries.deliveries(id).numLegsDelivered == (isStopped ? 0 : legs.length));
        if (!isStopped) _moved(before, quantities);
        else assertUnchanged(before);
    }

    /// @dev Bonds go from Alpen to Rhone on even legs, fund units back on odd ones.
    function _legs(uint256[] memory quantities) private view returns (Leg[] memory legs) {
        legs = new Leg[](quantities.length);
        for (uint256 i; i < legs.length; ++i) {
            legs[i] = i % 2 == 0
                ? digital(bond, meridian, alpen, rhone, quantities[i])
                : digital(fund, nordhafen, rhone, alpen, quantities[i]);
            if (i % 2 == 0) legs[i].senderData = data(1);
            else legs[i].receiverData = data(1);
        }
    }

    function _happens(uint8 event_) private {
        if (event_ == FUND_SUSPENDED) {
            vm.prank(nordhafen);
            registries.suspendRegistry(fund, WHY);
        } else if (event_ == RECEIVING_ACCOUNT_CLOSED) {
            configure(meridian, rhone, 1, AccountDetails(false, false, false));
        } else if (event_ == RECEIVER_NOT_INVESTOR) {
            revokeOn(address(registries), rhone, Privileges.REGISTRY_INVESTOR);
        } else if (event_ == REGISTRAR_WITHOUT_PRIVILEGE) {
            revokeOn(address(registries), meridian, Privileges.REGISTRY_REGISTRAR);
        }
    }

    function _confirms(address by, DeliveryId id, Leg[] memory legs) private returns (bool) {
        return tries(by, address(deliveries), _confirmation(id, legs));
    }

    function _confirmation(DeliveryId id, Leg[] memory legs) private pure returns (bytes memory) {
        return abi.encodeCall(IDeliveryManager.confirmDelivery, (id, legs, new bytes[](legs.length)));
    }

    /// @dev Both sides hold exactly what the legs moved, nothing is earmarked any more, and nobody else changed.
    function _moved(Holding[] memory expected, uint256[] memory quantities) private view {
        (uint256 bonds, uint256 units) = (0, 0);
        for (uint256 i; i < quantities.length; ++i) {
            if (i % 2 == 0) bonds += quantities[i];
            else units += quantities[i];
        }
        expected[0] = Holding(expected[0].balance - bonds, 0);
        expected[2].balance += bonds;
        expected[3].balance += units;
        expected[5] = Holding(expected[5].balance - units, 0);
        assertUnchanged(expected);
    }
}
