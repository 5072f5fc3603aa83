// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Erc20LegManager } from "../../src/delivery/legs/Erc20LegManager.sol";
import { Erc721LegManager } from "../../src/delivery/legs/Erc721LegManager.sol";
import { HtlcLegManager } from "../../src/delivery/legs/HtlcLegManager.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ISettlingLegManager } from "../../src/interfaces/delivery/ISettlingLegManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { PlatformFixture } from "./PlatformFixture.sol";
import { CrookedItems } from "./tokens/CrookedItems.sol";
import { CrookedToken } from "./tokens/CrookedToken.sol";
import { PlainItems } from "./tokens/PlainItems.sol";
import { PlainToken } from "./tokens/PlainToken.sol";

/// @title Two tenants with tokens, and the three managers of legs that move them; the test is the delivery manager.
/// Both hold 1,000 of each ERC-20 token; Alpen holds the items 1 to 3 of each ERC-721 token, Baltic 4 to 6. They have
/// approved everything.
abstract contract EscrowFixture is PlatformFixture {
    Erc20LegManager internal erc20Legs;
    Erc721LegManager internal erc721Legs;
    HtlcLegManager internal htlcLegs;
    PlainToken internal token;
    PlainItems internal items;
    CrookedToken internal crooked;
    CrookedItems internal crookedItems;

    address internal alpen;
    address internal baltic;

    DeliveryId internal constant DELIVERY = DeliveryId.wrap("delivery");
    bytes32 internal constant REF = "leg";
    bytes32 internal constant OTHER = "other leg";
    bytes32 internal constant KEY = "the key";

    function setUp() public virtual override {
        super.setUp();
        erc20Legs =
            Erc20LegManager(behindProxy(address(new Erc20LegManager(address(platform), address(this)))));
        erc721Legs =
            Erc721LegManager(behindProxy(address(new Erc721LegManager(address(platform), address(this)))));
        htlcLegs = HtlcLegManager(behindProxy(address(new HtlcLegManager(address(platform), address(this)))));
        (token, items) = (new PlainToken(), new PlainItems());
        (crooked, crookedItems) = (new CrookedToken(), new CrookedItems());
        registerDapp(address(token), DappType.TOKEN, "PEUR");
        registerDapp(address(items), DappType.TOKEN, "DEED");
        registerDapp(address(crooked), DappType.TOKEN, "CEUR");
        registerDapp(address(crookedItems), DappType.TOKEN, "CDEED");
        (alpen, baltic) = (onboard("Alpenbank"), onboard("Baltic Trust Bank"));
        _provide(alpen, 1);
        _provide(baltic, 4);
    }

    function _provide(address tenant, uint256 firstItem) private {
        token.mint(tenant, 1_000);
        crooked.mint(tenant, 1_000);
        for (uint256 id = firstItem; id < firstItem + 3; ++id) {
            items.mint(tenant, id);
            crookedItems.mint(tenant, id);
        }
        vm.startPrank(tenant);
        token.approve(address(erc20Legs), 10_000);
        token.approve(address(htlcLegs), 10_000);
        crooked.approve(address(erc20Legs), 10_000);
        crooked.approve(address(htlcLegs), 10_000);
        items.setApprovalForAll(address(erc721Legs), true);
        crookedItems.setApprovalForAll(address(erc721Legs), true);
        vm.stopPrank();
    }

    /// @dev 400 of a token from Alpen to Baltic.
    function quantity(LegType legType, address asset) internal view returns (Leg memory) {
        bytes memory terms_ = legType == LegType.HTLC ? lockTerms(type(uint64).max, 0) : bytes("");
        return Leg(legType, alpen, baltic, address(0), address(0), asset, 0, 400, terms_, "");
    }

    /// @dev Item 1 of a token from Alpen to Baltic.
    function item(address asset) internal view returns (Leg memory) {
        return
            Leg(LegType.ERC721, alpen, baltic, address(0), address(0), asset, bytes32(uint256(1)), 1, "", "");
    }

    /// @dev The three managers with a leg of each, of good tokens or of bad ones.
    function subjects(bool isCrooked)
        internal
        view
        returns (IEscrowLegManager[3] memory managers, Leg[3] memory legs)
    {
        managers = [
            IEscrowLegManager(address(erc20Legs)),
            IEscrowLegManager(address(erc721Legs)),
            IEscrowLegManager(address(htlcLegs))
        ];
        address asset = isCrooked ? address(crooked) : address(token);
        legs[0] = quantity(LegType.ERC20, asset);
        legs[1] = item(isCrooked ? address(crookedItems) : address(items));
        legs[2] = quantity(LegType.HTLC, asset);
    }

    /// @dev Takes the leg's asset into escrow, by its sender's confirmation or lock. Keys follow from the reference.
    function hold(ISettlingLegManager manager, bytes32 legRef, Leg memory leg) internal {
        if (address(manager) != address(htlcLegs)) return manager.confirmSender(legRef, leg, "");
        htlcLegs.lock(DELIVERY, legRef, leg, "", hashOf(keyOf(legRef)), inADay());
    }

    /// @dev Brings the leg to where it can be settled.
    function ready(ISettlingLegManager manager, bytes32 legRef, Leg memory leg) internal {
        hold(manager, legRef, leg);
        if (address(manager) == address(htlcLegs)) unlock(legRef, leg);
    }

    function unlock(bytes32 legRef, Leg memory leg) internal {
        htlcLegs.unlock(legRef, leg, abi.encode(keyOf(legRef)));
    }

    /// @param hash 0: any.
    function lockTerms(uint64 latestDeadline, bytes32 hash) internal pure returns (bytes memory) {
        return abi.encode(latestDeadline, hash);
    }

    function keyOf(bytes32 legRef) internal pure returns (bytes32) {
        return keccak256(abi.encode(KEY, legRef));
    }

    function hashOf(bytes32 key) internal pure returns (bytes32) {
        return sha256(abi.encode(key));
    }

    function inADay() internal view returns (uint64) {
        return uint64(block.timestamp + 1 days);
    }

    /// @dev Whether the owner has what the leg moves: an item, or 400 more than the others.
    function has(address owner, Leg memory leg) internal view returns (bool) {
        if (leg.legType == LegType.ERC721) {
            return PlainItems(leg.assetManager).ownerOf(uint256(leg.assetId)) == owner;
        }
        uint256 before = owner == alpen ? 600 : owner == baltic ? 1_000 : 0;
        return PlainToken(leg.assetManager).balanceOf(owner) == before + leg.quantity;
    }

    function notDeliveryManager(address caller) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ISettlingLegManager.LegDeliveryManagerRequired.selector, caller);
    }

    function movedOtherwise(Leg memory leg) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IEscrowLegManager.LegTokenMovedOtherwise.selector, leg.assetManager);
    }
}
