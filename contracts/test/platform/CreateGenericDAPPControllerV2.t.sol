// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { Counter } from "../support/Counter.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";

/// @title Factory: createGenericDAPPControllerV2, controllerAddress.
contract CreateGenericDAPPControllerV2Test is PlatformFixture {
    uint256 private constant NONCE = uint256(keccak256("nonce"));
    ITenant private tenant;
    address private dapp;

    function setUp() public override {
        super.setUp();
        tenant = ITenant(onboard("Alpenbank"));
        dapp = address(new Counter(address(platform), address(0x11)));
        registerDapp(dapp, DappType.DELIVERY, "Counter");
    }

    function _config() private pure returns (SelectorConfig[] memory config) {
        config = new SelectorConfig[](1);
        config[0] = SelectorConfig(0x01020304, bytes32("privilege"), 2);
    }

    function _serves(address controller) private view {
        IDappController made = IDappController(controller);
        same(made.tenant(), address(tenant), "tenant");
        same(made.dapp(), dapp, "dApp");
        same(made.dappType(), DappType.DELIVERY, "type");
        check(tenant.isController(controller), "registered");
        (bytes32 privilege, uint8 signatures) = made.workflowConfig(0x01020304);
        same(privilege, bytes32("privilege"), "privilege");
        same(signatures, 2, "signatures");
    }

    function test_RevertWhen_TheCallerIsNotATenant() external {
        refuses(abi.encodeWithSelector(IFactory.FactoryTenantRequired.selector, address(this)));
        factory.createGenericDAPPControllerV2(dapp, _config(), 0);
        refuses(abi.encodeWithSelector(IFactory.FactoryTenantRequired.selector, address(this)));
        factory.controllerAddress(address(this), dapp, 0);
    }

    function test_RevertWhen_TheDappIsUnknown() external {
        vm.prank(address(tenant));
        refuses(abi.encodeWithSelector(IFactory.FactoryDappUnknown.selector, address(0xDA)));
        factory.createGenericDAPPControllerV2(address(0xDA), _config(), 0);
    }

    function test_RevertWhen_SentAgain() external {
        vm.startPrank(address(tenant));
        address made = factory.createGenericDAPPControllerV2(dapp, _config(), "first");
        refuses(abi.encodeWithSelector(IFactory.ControllerAlreadyCreated.selector, made));
        factory.createGenericDAPPControllerV2(dapp, _config(), "first");
    }

    function test_ItIsMadeWhereItWasForetold() external {
        address foretold = factory.controllerAddress(address(tenant), dapp, "first");
        vm.prank(address(tenant));
        same(factory.createGenericDAPPControllerV2(dapp, _config(), "first"), foretold, "address");
        _serves(foretold);
    }

    function test_AnotherSaltTenantOrDappIsAnotherAddress() external view {
        address foretold = factory.controllerAddress(address(tenant), dapp, "first");
        check(factory.controllerAddress(address(tenant), dapp, "second") != foretold, "salt");
        check(factory.controllerAddress(operator, dapp, "first") != foretold, "tenant");
        check(factory.controllerAddress(address(tenant), address(platform), "first") != foretold, "dApp");
    }

    /// @dev A co-signer signs for a controller that is still to be made.
    function test_ABatchCanBeSignedBeforehand() external {
        (address sender, uint256 key) = (address(0xE0A), 0xB0B);
        address[2] memory both = [sender, vm.addr(key)];
        for (uint256 i; i < both.length; ++i) {
            grantUser(address(tenant), both[i], Privileges.USER_DAPP_USER);
            grantUser(address(tenant), both[i], bytes32("privilege"));
        }
        address foretold = factory.controllerAddress(address(tenant), dapp, "first");
        Call[] memory calls = new Call[](1);
        calls[0] = Call(dapp, abi.encodeCall(Counter.increase, (3)));
        Signature[] memory signatures = new Signature[](1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _digest(calls, foretold));
        signatures[0] = Signature(v, r, s);
        SelectorConfig[] memory config = _config();
        config[0].functionSelector = Counter.increase.selector;
        vm.prank(address(tenant));
        factory.createGenericDAPPControllerV2(dapp, config, "first");
        vm.prank(sender);
        IDappController(foretold).delegateBatchWithMultisig(calls, signatures, openTerms(NONCE));
        same(Counter(dapp).count(), 3, "count");
    }

    function _digest(Call[] memory calls, address controller) private view returns (bytes32) {
        bytes32 call = keccak256(
            abi.encode(
                keccak256("Call(address target,bytes data)"), calls[0].target, keccak256(calls[0].data)
            )
        );
        bytes32 batch = keccak256(
            abi.encode(
                keccak256(
                    "Batch(Call[] calls,uint256 nonce,uint256 deadline,address sender)Call(address target,bytes data)"
                ),
                keccak256(abi.encodePacked(call)),
                NONCE,
                type(uint256).max,
                address(0)
            )
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("ConneX"),
                keccak256("1"),
                block.chainid,
                controller
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, batch));
    }
}
