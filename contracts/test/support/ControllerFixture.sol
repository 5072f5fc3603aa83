// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { BatchTerms, Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { Counter } from "./Counter.sol";
import { PlatformFixture } from "./PlatformFixture.sol";

/// @title A tenant with three users, and a controller for a dApp that counts. Increasing asks for one signature,
/// decreasing for two.
abstract contract ControllerFixture is PlatformFixture {
    bytes32 internal constant BACKOFFICE = Privileges.DELIVERY_BACKOFFICE;
    bytes32 internal constant DAPP_USER = Privileges.USER_DAPP_USER;
    /// @dev Of what `send` sends.
    uint256 internal constant NONCE = uint256(keccak256("nonce"));

    Counter internal counter;
    address internal tenant;
    IDappController internal controller;
    uint256[] internal keys;
    address[] internal users;

    function setUp() public virtual override {
        super.setUp();
        counter = new Counter(address(platform), address(makePrivilegeManager()));
        registerDapp(address(counter), DappType.DELIVERY, "Counter");
        tenant = onboard("Alpenbank");
        controller = makeController(tenant, address(counter));
        for (uint256 key = 1; users.length < 3; ++key) {
            address user = vm.addr(key);
            // Signatures come in ascending order of their signers: keep users in that order.
            if (users.length > 0 && user < users[users.length - 1]) continue;
            keys.push(key);
            users.push(user);
            grantUser(tenant, user, DAPP_USER);
            grantUser(tenant, user, BACKOFFICE);
        }
    }

    function makeController(address owner, address dapp) internal returns (IDappController) {
        SelectorConfig[] memory config = new SelectorConfig[](4);
        config[0] = SelectorConfig(Counter.increase.selector, BACKOFFICE, 1);
        config[1] = SelectorConfig(Counter.decrease.selector, BACKOFFICE, 2);
        config[2] = SelectorConfig(Counter.refuse.selector, BACKOFFICE, 1);
        config[3] = SelectorConfig(Counter.refuseInSilence.selector, BACKOFFICE, 1);
        vm.prank(owner);
        return IDappController(factory.createGenericDAPPController(dapp, config));
    }

    function increase(uint256 by) internal view returns (Call[] memory calls) {
        calls = new Call[](1);
        calls[0] = Call(address(counter), abi.encodeCall(Counter.increase, (by)));
    }

    function decrease(uint256 by) internal view returns (Call[] memory calls) {
        calls = new Call[](1);
        calls[0] = Call(address(counter), abi.encodeCall(Counter.decrease, (by)));
    }

    function signed(uint256 key, bytes32 digest) internal pure returns (Signature memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return Signature(v, r, s);
    }

    function none() internal pure returns (Signature[] memory) {
        return new Signature[](0);
    }

    function alone(Signature memory signature) internal pure returns (Signature[] memory signatures) {
        signatures = new Signature[](1);
        signatures[0] = signature;
    }

    function send(address user, Call[] memory calls, Signature[] memory signatures) internal {
        send(user, calls, signatures, openTerms(NONCE));
    }

    function send(address user, Call[] memory calls, Signature[] memory signatures, BatchTerms memory terms)
        internal
    {
        vm.prank(user);
        controller.delegateBatchWithMultisig(calls, signatures, terms);
    }

    /// @dev By the co-signer with this key.
    function cosigned(uint256 key, Call[] memory calls, BatchTerms memory terms)
        internal
        view
        returns (Signature[] memory)
    {
        return alone(signed(key, controller.hashBatch(calls, terms)));
    }
}
