// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Erc20LegManager } from "../../src/delivery/legs/Erc20LegManager.sol";
import { Erc721LegManager } from "../../src/delivery/legs/Erc721LegManager.sol";
import { HtlcLegManager } from "../../src/delivery/legs/HtlcLegManager.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { DeliveryId } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { RegistryType } from "../../src/types/Registry.sol";
import { DeliveryFixture } from "./DeliveryFixture.sol";
import { CrookedToken } from "./tokens/CrookedToken.sol";
import { PlainItems } from "./tokens/PlainItems.sol";
import { PlainToken } from "./tokens/PlainToken.sol";

/// @title The world of deliveries with tokens. Alpen and Baltic hold 1,000 of each ERC-20 token, Alpen item 1 and Baltic
/// item 2 of the ERC-721 token, and they have approved everything.
abstract contract TokenFixture is DeliveryFixture {
    Erc20LegManager internal erc20Legs;
    Erc721LegManager internal erc721Legs;
    HtlcLegManager internal htlcLegs;
    PlainToken internal token;
    PlainItems internal items;
    CrookedToken internal crooked;

    bytes32 internal constant KEY = "the key";

    function setUp() public virtual override {
        super.setUp();
        erc20Legs = Erc20LegManager(
            behindProxy(address(new Erc20LegManager(address(platform), address(deliveries))))
        );
        erc721Legs = Erc721LegManager(
            behindProxy(address(new Erc721LegManager(address(platform), address(deliveries))))
        );
        htlcLegs =
            HtlcLegManager(behindProxy(address(new HtlcLegManager(address(platform), address(deliveries)))));
        vm.startPrank(operator);
        deliveries.registerLegManager(LegType.ERC20, address(erc20Legs), RegistryType.NONE);
        deliveries.registerLegManager(LegType.ERC721, address(erc721Legs), RegistryType.NONE);
        deliveries.registerLegManager(LegType.HTLC, address(htlcLegs), RegistryType.NONE);
        vm.stopPrank();
        (token, items, crooked) = (new PlainToken(), new PlainItems(), new CrookedToken());
        registerDapp(address(token), DappType.TOKEN, "PEUR");
        registerDapp(address(items), DappType.TOKEN, "DEED");
        registerDapp(address(crooked), DappType.TOKEN, "CEUR");
        _provide(alpen, 1);
        _provide(baltic, 2);
    }

    function _provide(address tenant, uint256 id) private {
        token.mint(tenant, 1_000);
        crooked.mint(tenant, 1_000);
        items.mint(tenant, id);
        vm.startPrank(tenant);
        token.approve(address(erc20Legs), 10_000);
        token.approve(address(htlcLegs), 10_000);
        crooked.approve(address(erc20Legs), 10_000);
        crooked.approve(address(htlcLegs), 10_000);
        items.setApprovalForAll(address(erc721Legs), true);
        vm.stopPrank();
    }

    function paid(LegType legType, address asset, address sender, address receiver, uint256 quantity)
        internal
        pure
        returns (Leg memory)
    {
        bytes memory terms_ = legType == LegType.HTLC ? anyTerms() : bytes("");
        return Leg(legType, sender, receiver, address(0), address(0), asset, 0, quantity, terms_, "");
    }

    /// @dev A lock by any hash, with any deadline.
    function anyTerms() internal pure returns (bytes memory) {
        return abi.encode(type(uint64).max, bytes32(0));
    }

    function deed(address sender, address receiver, uint256 id) internal view returns (Leg memory) {
        return Leg(
            LegType.ERC721, sender, receiver, address(0), address(0), address(items), bytes32(id), 1, "", ""
        );
    }

    function lock(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx, bytes32 key, uint64 deadline)
        internal
    {
        bytes32 hash = sha256(abi.encode(key));
        vm.prank(by);
        deliveries.confirmAndLockLeg(id, legs, legIdx, "", hash, deadline);
    }

    function unlock(address by, DeliveryId id, Leg[] memory legs, uint256 legIdx, bytes32 key) internal {
        vm.prank(by);
        deliveries.unlockAndDeliverLeg(id, legs, legIdx, abi.encode(key));
    }

    function inADay() internal view returns (uint64) {
        return uint64(block.timestamp + 1 days);
    }
}
